import type { weeklyStats } from '../../../../core/brews/week.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { inLine } from '../words.ts'

type ShownWeek = Awaited<ReturnType<typeof weeklyStats>>

/** As many beans as fit in a column; the sentence gives the number. */
const MOST_BEANS = 8
const [WIDTH, BEAN, STEP] = [42, 8, 15]

/** Seven days as stacks of beans, and a summary. */
export function weekPanel({ brewsByDay, stats, insights }: ShownWeek, { words }: OwnVisit): Html {
  const days = brewsByDay.map(({ date, brews }) => ({
    name: new Intl.DateTimeFormat(words.language, { weekday: 'short', timeZone: 'UTC' }).format(new Date(date)),
    all: brews.length,
    right: brews.filter(({ extractionFeedback }) => extractionFeedback?.balanced).length,
  }))
  const right = days.reduce((sum, day) => sum + day.right, 0)
  const height = STEP * Math.min(MOST_BEANS, Math.max(4, ...days.map(({ all }) => all)))
  const [first, last] = [brewsByDay[0], brewsByDay.at(-1)]
  const range = new Intl.DateTimeFormat(words.language, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const sentence = `Brews per day: ${days.map(({ name, all, right }) => `${name} ${all}${right > 0 ? `, ${right} just right` : ''}`).join('; ')}.`
  return html`<section class="panel week" aria-labelledby="week"><div class="week-top"><h2 id="week" class="small">This week</h2><span class="quiet">${first && last ? range.formatRange(new Date(first.date), new Date(last.date)) : ''}</span></div>
<svg viewBox="0 0 ${7 * WIDTH} ${height + 24}" role="img" aria-label="${sentence}">${days.map(({ name, all, right }, at) => html`${Array.from({ length: Math.min(all, MOST_BEANS) }, (_, n) => html`<ellipse class="cup${n < right ? ' right' : ''}" cx="${(at + 0.5) * WIDTH}" cy="${height - STEP * n - BEAN}" rx="${BEAN}" ry="6.2"/>`)}<text class="${at === 6 ? 'today' : ''}" x="${(at + 0.5) * WIDTH}" y="${height + 18}">${name}</text>`)}</svg>
<p class="legend"><i></i>just right</p>
<dl class="sums"><div><dt>brews</dt><dd>${words.number(stats.totalBrews)}</dd></div><div><dt>of coffee</dt><dd>${inLine(words.grams(stats.totalCoffeeGrams))}</dd></div><div><dt>just right</dt><dd>${words.number(right)}</dd></div></dl>${insights.filter(({ type }) => type === 'ratio_preference').map(({ message }) => html`<p class="quiet">${message}</p>`)}</section>`
}
