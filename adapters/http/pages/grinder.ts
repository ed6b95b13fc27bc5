import { atMost } from '../../../core/cut.ts'
import { Fault } from '../../../core/errors.ts'
import { type ChartRow, chartOf } from '../../../core/grind/chart.ts'
import { conversionInWords, convert } from '../../../core/grind/convert.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { grinderOf, nearestSlugs } from '../../../core/grind/find.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { dialRangeOf, labelOf } from '../../../core/grind/notation.ts'
import { sourceOf } from '../../../core/grind/sources.ts'
import type { Ports } from '../../../core/ports.ts'
import type { Visit } from './choices.ts'
import { curvePicture } from './curve-picture.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { grinderField, textField } from './parts/controls.ts'

/** One grinder for people: its settings, its curve, and a converter that needs no script. */
export function grinderPage(slug: string, visit: Visit) {
  const { grinders } = visit.ports
  const query = visit.url.searchParams
  const grinder = grinders.bySlug(slug)
  if (!grinder) return noSuchGrinder(slug, visit)
  const { methods } = chartOf(grinder)
  return sitePage(visit, {
    title: `${fullName(grinder)} grind settings`,
    description: `Where to set the ${fullName(grinder)} for every brew method, and how far to move.`,
    canonical: `/grinders/${grinder.slug}`,
    section: 'Grinders',
    body: html`<div class="plain"><h1>${fullName(grinder)} grind settings</h1>
<p>Dial: ${dialRangeOf(grinder)}${grinder.finerIsHigher ? ', higher is finer' : ''}. ${burrsOf(grinder)}
These settings have ${grinder.confidence} confidence: published sources disagree by about ${grinder.uncertainty} points of the 0 to 100 grind index, so start here and taste.</p>
<table>
<caption>Where to start, and the range to move in</caption>
<thead><tr><th scope="col">Method</th><th scope="col">Setting</th><th scope="col">Range</th><td></td></tr></thead>
<tbody>${methods.map(row => chartRow(row, grinder))}</tbody>
</table>
${curvePicture(grinder)}
<h2 id="convert">Convert a setting</h2>
${converter(grinder, query, { grinders })}
${grinder.notes ? html`<h2>Notes</h2><p>${grinder.notes}</p>` : ''}
<h2>Sources</h2>
<ul>${grinder.sources.map(source => html`<li>${linked(source)}</li>`)}</ul>
<p>As data: <a href="/api/widget/grinder/${slug}">JSON</a>, <a href="/llms-full.txt">plain text</a>.</p></div>`,
  })
}

function chartRow({ label, settingLabel, rangeLabel, range, reachable }: ChartRow, grinder: Grinder): Html {
  const { min, max } = dialOf(grinder)
  const percent = (setting: number) => Math.round((1000 * (setting - min)) / (max - min)) / 10
  const width = Math.max(1, percent(range.max) - percent(range.min))
  const bar = html`<svg class="band" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="dial" width="100" height="6"/><rect class="range" x="${percent(range.min)}" width="${width}" height="6"/></svg>`
  return reachable
    ? html`<tr><th scope="row">${label}</th><td><strong>${settingLabel}</strong></td><td>${rangeLabel}</td><td>${bar}</td></tr>`
    : html`<tr class="beyond"><th scope="row">${label}</th><td>${settingLabel}</td><td colspan="2">the nearest this dial gets</td></tr>`
}

function burrsOf({ drive, burrType, burrSizeMm }: Grinder) {
  const burrs = [burrSizeMm === null ? '' : `${burrSizeMm} mm`, burrType ?? '', 'burrs'].filter(word => word !== '')
  const kind = drive === 'hand' ? 'A hand grinder' : 'An electric grinder'
  return burrs.length > 1 ? `${kind} with ${burrs.join(' ')}.` : `${kind}.`
}

function converter(from: Grinder, query: URLSearchParams, { grinders }: Pick<Ports, 'grinders'>) {
  const { min, max, nearest } = dialOf(from)
  const given = query.get('setting') ?? ''
  const chosen = query.get('to') ?? ''
  return html`<form action="#convert">
  ${textField('setting', `Setting on the ${fullName(from)}`, { value: given, more: html`placeholder="${labelOf(from, nearest((min + max) / 2))}" maxlength="60" required autocomplete="off"` })}
  ${grinderField('to', 'Other grinder', grinders.list(), chosen)}
  <p><button class="button">Convert</button></p>
</form>
<p role="status">${given === '' || chosen === '' ? '' : converted(from, given, chosen, { grinders })}</p>`
}

function converted(from: Grinder, given: string, chosen: string, { grinders }: Pick<Ports, 'grinders'>) {
  try {
    const to = grinderOf(grinders, chosen)
    return conversionInWords(convert(from, given, to), from, to)
  } catch (error) {
    if (error instanceof Fault) return error.message
    throw error
  }
}

function linked(source: string): Html {
  const { title, url } = sourceOf(source)
  return url === null ? html`${title}` : html`<a href="${url}" rel="noreferrer">${title}</a>`
}

const noSuchGrinder = (slug: string, visit: Visit) =>
  sitePage(visit, {
    title: 'No such grinder',
    status: 404,
    body: html`<div class="plain"><h1>No such grinder</h1>
<p>There is no grinder “${atMost(slug, 60)}”. The nearest are:</p>
<ul>${nearestSlugs(visit.ports.grinders, slug).map(near => html`<li><a href="/grinders/${near}">${near}</a></li>`)}</ul></div>`,
  })
