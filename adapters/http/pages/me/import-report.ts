import { fullName } from '../../../../core/grind/name.ts'
import type { ImportReport } from '../../../../core/portability/import-report.ts'
import {
  cameInWords,
  nothingInWords,
  notKeptInWords,
  notTakenInWords,
  remarksInWords,
  reportInWords,
} from '../../../../core/portability/import-report-words.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { notice } from '../parts/controls.ts'

/** The most grinders, and the most remarks, shown. The saved report has more. */
const MOST_NAMED = 10
const MOST_REMARKED = 100

/**
 * A summary on one screen: what was or would be imported, what was not and why. Then the details,
 * and the whole report to save.
 */
export function importReport(
  report: ImportReport,
  { words }: OwnVisit,
  /** Asks about grinders that we could not match; 'asked' if that is done elsewhere. */
  questions: Html | 'asked' = html``,
): Html {
  const { isDryRun, missing, grinders, grinderCount, notTaken, notTakenCount, remarks, remarkCount } = report
  const came = cameInWords(report, words.number)
  const unknown = grinders.filter(({ grinder }) => grinder === null).slice(0, MOST_NAMED)
  const known = grinders
    .flatMap(({ name, grinder }) =>
      grinder ? [`${name} is the ${fullName({ brand: grinder.brand, model: grinder.name })}`] : [],
    )
    .slice(0, MOST_NAMED)
  const unnamed = grinderCount - known.length - unknown.length
  const lists = questions !== 'asked'
  const more =
    unnamed === 0 ? '' : html` The file names ${words.number(unnamed)} more ${unnamed === 1 ? 'grinder' : 'grinders'}.`
  const nothing = nothingInWords(report, words.number)
  const result =
    nothing !== undefined
      ? notice('plain', isDryRun ? 'Nothing to import.' : 'Nothing was imported.', nothing)
      : isDryRun
        ? notice('plain', 'Ready to import:', `${came} Nothing has been saved yet.`)
        : notice(
            'right',
            'Imported.',
            html`${came} See <a href="/me/brews">the brews</a> and <a href="/me/shelf">the bags</a>.`,
          )
  return html`${result}
${missing.map(sentence => notice('wrong', 'Something may be missing.', sentence))}${known.length === 0 ? '' : html`<p>Grinders: ${known.join('; ')}.${unknown.length === 0 && lists ? more : ''}</p>`}${unknown.length === 0 || !lists ? '' : html`<p>We couldn’t match these grinders, so their settings stay as you wrote them: ${unknown.map(({ name }) => name || 'an unnamed one').join(', ')}.${more}</p>`}${lists ? questions : ''}${
  notTakenCount === 0
    ? ''
    : html`<p>${words.number(notTakenCount)} ${isDryRun ? 'would be left out' : 'left out'}:</p><ul>${notTakenInWords(report, words.number).map(line => html`<li>${line}</li>`)}</ul><details class="more"><summary>Show them</summary><ul>${notTaken.map(({ name, reason }) => html`<li><b>${name}</b>: ${reason}</li>`)}</ul></details>`
}${notKeptInWords(report, words.number).map(line => html`<p>${line}</p>`)}${
  remarkCount === 0
    ? ''
    : html`<p>${words.number(remarkCount)} ${isDryRun ? 'would be changed' : 'changed'}:</p><ul>${remarksInWords(report, words.number).map(line => html`<li>${line}</li>`)}</ul><details class="more"><summary>Show them</summary><ul>${remarks.slice(0, MOST_REMARKED).map(({ name, remark }) => html`<li><b>${name}</b>: ${remark}</li>`)}${remarks.length > MOST_REMARKED ? html`<li>The saved report has more.</li>` : ''}</ul></details>`
}<p><a class="all" download="import-report.txt" href="data:text/plain;charset=utf-8,${encodeURIComponent(reportInWords(report))}">Save this report</a></p>`
}
