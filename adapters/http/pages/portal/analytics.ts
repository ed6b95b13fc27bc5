import * as v from 'valibot'
import { daysBefore } from '../../../../core/dates.ts'
import { Fault } from '../../../../core/errors.ts'
import { type Analytics, GetAnalytics, getAnalytics } from '../../../../core/portal/analytics.ts'
import { type Html, html } from '../html.ts'
import { notice, textField } from '../parts/controls.ts'
import { hrefWith } from '../parts/pager.ts'
import { hiddenFields, validIn } from '../query.ts'
import { readerClock } from '../reader-clock.ts'
import type { Words } from '../words.ts'
import { brewersPart, coffeesPart, grindersPart, type Measure, sitesPart } from './analytics-parts.ts'
import { overTime } from './over-time.ts'
import { periodSwitch } from './periods.ts'
import type { PortalVisit } from './portal-page.ts'
import { portalView } from './shell.ts'

/** What can be plotted, in the order of the numbers above it. */
const measures: Record<Measure, [string, string]> = {
  impressions: ['widget views', 'Widget views'],
  pageViews: ['page views', 'Page views'],
  scans: ['bags scanned', 'Bags scanned'],
  clicks: ['recipes opened', 'Recipes opened'],
  methodSwitches: ['changed the method', 'Method switches'],
  grinderChoices: ['chose a grinder', 'Grinders chosen'],
}

const AskPlot = v.object({
  from: GetAnalytics.entries.from,
  to: GetAnalytics.entries.to,
  by: v.optional(v.picklist(['day', 'week'])),
  show: v.optional(v.picklist(Object.keys(measures) as Measure[]), 'impressions'),
  compare: v.optional(v.literal('yes')),
})

/** A longer period is shown by week, unless asked otherwise. */
const MOST_BY_DAY = 92

/** Who saw what, where, and with which grinder. */
export async function analyticsPage(visit: PortalVisit): Promise<Response> {
  const { url, words, who } = visit
  const asked = validIn(AskPlot, Object.fromEntries(url.searchParams))
  const { tz, today } = readerClock(visit)
  const { report, complaint } = await reportFor(asked, tz, visit)
  const { from, to, byDay, previous } = report
  const by = asked.by ?? (byDay.length > MOST_BY_DAY ? 'week' : 'day')
  const before = asked.compare ? previous : undefined
  const [, bars] = measures[asked.show]
  const csv = new URLSearchParams({ roaster: who.roasterSlug, from, to, tz })
  const panels = await Promise.all([
    coffeesPart(report, asked.show, words),
    brewersPart(report, words),
    grindersPart(report, visit),
    sitesPart(report, visit),
  ])
  return portalView(visit, {
    title: 'Analytics',
    at: '/analytics',
    body: html`<div class="page-top"><div><h1>Analytics</h1><p class="quiet">${spanOf(report, words)}. No cookies, no tracking.</p></div>
<div class="page-acts">${periodSwitch(to === today ? byDay.length : undefined, days => {
      const first = days === undefined ? '' : daysBefore(today, days - 1)
      return hrefWith(new URL(hrefWith(url, 'to', ''), url), 'from', first)
    })}<nav class="switch" aria-label="Plotted by">${(['day', 'week'] as const).map(
      one => html`<a href="${hrefWith(url, 'by', one)}"${one === by ? html` aria-current="page"` : ''}>By ${one}</a>`,
    )}</nav><a class="button outlined small" href="/api/roaster-portal/analytics.csv?${csv.toString()}" download="${who.roasterSlug}-${from}-${to}.csv">As CSV</a></div></div>
${complaint ? notice('wrong', 'We can’t show these dates.', complaint) : ''}
<form class="dates" method="get" action="${url.pathname}">${hiddenFields(url, ['by', 'show'])}${textField('from', 'From', { value: from, more: html`type="date" max="${to}"` })}${textField('to', 'To', { value: to, more: html`type="date"` })}<label class="check"><input type="checkbox" name="compare" value="yes"${before ? html` checked` : ''}>${byDay.length === 1 ? 'Compare with the previous day' : `Compare with the previous ${words.number(byDay.length)} days`}</label><button class="button soft small">Show</button></form>
<section class="panel" aria-label="What happened"><ul class="measures">${numbersOf(report, asked.show, visit, before)}</ul>
${overTime({
  days: byDay.map((day, at) => ({
    date: day.date,
    bar: day[asked.show],
    line: asked.show === 'impressions' ? day.clicks : undefined,
    before: before?.byDay[at]?.[asked.show],
  })),
  by,
  names: { bars, line: asked.show === 'impressions' ? measures.clicks[1] : undefined },
  words,
})}</section>
<div class="analytics-parts">${panels}</div>`,
  })
}

/** If the period is invalid, the default one and the reason. */
async function reportFor(asked: v.InferOutput<typeof AskPlot>, tz: string, { ports, who }: PortalVisit) {
  try {
    return { report: await getAnalytics({ from: asked.from, to: asked.to, tz }, ports, who) }
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'invalid') throw error
    return { report: await getAnalytics({ tz }, ports, who), complaint: error.message }
  }
}

function spanOf({ from, to }: Analytics, words: Words) {
  if (from === to) return words.day(from)
  return from.slice(0, 4) === to.slice(0, 4)
    ? `${words.date(from)} to ${words.date(to)}`
    : `${words.day(from)} to ${words.day(to)}`
}

/** The totals. Those that can be plotted link to their plot. */
function numbersOf(
  { totals }: Analytics,
  chosen: Measure,
  visit: PortalVisit,
  before: Analytics['previous'] | undefined,
): Html[] {
  const { url, words } = visit
  const block = (value: string, label: string, was: string | undefined) =>
    html`<b>${value}</b><span>${label}</span>${was === undefined ? '' : html`<small>before ${was}</small>`}`
  const rate = ({ clickRate }: Analytics['totals']) => (clickRate === null ? '–' : words.percent(clickRate))
  const plotted = (Object.keys(measures) as Measure[]).map(
    measure =>
      html`<li><a href="${hrefWith(url, 'show', measure === 'impressions' ? '' : measure)}"${measure === chosen ? html` aria-current="true"` : ''}>${block(words.number(totals[measure]), measures[measure][0], before && words.number(before.totals[measure]))}</a></li>`,
  )
  return [
    ...plotted,
    html`<li><div>${block(rate(totals), 'of views opened', before && rate(before.totals))}</div></li>`,
    html`<li><div>${block(words.number(totals.uniqueVisitors), 'daily visitors', before && words.number(before.totals.uniqueVisitors))}</div></li>`,
  ]
}
