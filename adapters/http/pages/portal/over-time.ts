import { type PlotColumn, plot } from '../../../design/plot.ts'
import { type Html, html } from '../html.ts'
import { icon, pen } from '../parts/pen.ts'
import type { Words } from '../words.ts'

/** The plotted figures of a day. */
interface DayFigures {
  date: string
  bar: number
  line?: number | undefined
  before?: number | undefined
}

interface OverTime {
  days: readonly DayFigures[]
  by: 'day' | 'week'
  names: { bars: string; line?: string | undefined }
  words: Words
}

/** As many columns as fit on a narrow screen: the last ones. */
const NARROW = 14

/** Bars and a line by day or week, with a legend, and the same as a table. */
export function overTime({ days, by, names, words }: OverTime): Html {
  const columns = by === 'week' ? weeksOf(days) : days
  const named = columns.map(({ date, ...figures }) => ({ ...figures, name: words.shortDate(date) }))
  const compares = columns.some(({ before }) => before !== undefined)
  const picture = (some: readonly PlotColumn[], labels: number) =>
    plot(pen, {
      columns: some,
      nameEvery: by === 'day' && some.length <= 7 * labels ? 7 : Math.ceil(some.length / labels),
      number: words.number,
      sentence: inASentence(some, { by, names, words }),
    })
  return html`<div class="at-wide">${picture(named, 8)}</div><div class="at-narrow">${picture(named.slice(-NARROW), 3)}</div>
<ul class="plot-legend" aria-hidden="true"><li><i class="of-bars"></i>${names.bars}</li>${names.line ? html`<li><i class="of-line"></i>${names.line}</li>` : ''}${compares ? html`<li><i class="of-before"></i>${names.bars} before</li>` : ''}</ul>
<details class="numbers"><summary>${icon('right')}The numbers by ${by}</summary><table><thead><tr><th scope="col">${by === 'day' ? 'Day' : 'Week from'}</th><th scope="col">${names.bars}</th>${names.line ? html`<th scope="col">${names.line}</th>` : ''}${compares ? html`<th scope="col">Before</th>` : ''}</tr></thead><tbody>${named.map(
    ({ name, bar, line, before }) =>
      html`<tr><th scope="row">${name}</th><td>${words.number(bar)}</td>${names.line ? html`<td>${words.number(line ?? 0)}</td>` : ''}${compares ? html`<td>${words.number(before ?? 0)}</td>` : ''}</tr>`,
  )}</tbody></table></details>`
}

/** Weeks counted back from the last day; only the first may be shorter. */
function weeksOf(days: readonly DayFigures[]): DayFigures[] {
  const short = days.length % 7
  const starts = [
    ...(short ? [0] : []),
    ...Array.from({ length: Math.floor(days.length / 7) }, (_, at) => short + at * 7),
  ]
  return starts.map((start, at) => {
    const week = days.slice(start, starts[at + 1] ?? days.length)
    const sum = (figure: 'bar' | 'line' | 'before') =>
      week.every(day => day[figure] === undefined) ? undefined : week.reduce((all, day) => all + (day[figure] ?? 0), 0)
    return { date: week[0]?.date ?? '', bar: sum('bar') ?? 0, line: sum('line'), before: sum('before') }
  })
}

function inASentence(columns: readonly PlotColumn[], { by, names, words }: Omit<OverTime, 'days'>) {
  const sum = (figure: 'bar' | 'line') => words.number(columns.reduce((all, column) => all + (column[figure] ?? 0), 0))
  const most = columns.reduce((one, other) => (other.bar > one.bar ? other : one), columns[0] ?? { name: '', bar: 0 })
  const span = `${columns[0]?.name} to ${columns.at(-1)?.name}, by ${by}`
  const highest =
    by === 'day'
      ? ` The highest was ${words.number(most.bar)}, on ${most.name}.`
      : ` The highest was ${words.number(most.bar)}, in the week of ${most.name}.`
  const peak = most.bar > 0 ? highest : ''
  return `${span}: ${sum('bar')} ${names.bars.toLowerCase()}${names.line ? `, ${sum('line')} ${names.line.toLowerCase()}` : ''}.${peak}`
}
