import type * as v from 'valibot'
import { fullName } from '../../../../core/grind/name.ts'
import type { ImportReport } from '../../../../core/portability/portability.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { notice } from '../parts/controls.ts'

export type Brought = v.InferOutput<typeof ImportReport>

/** On one screen: what came or would come, what did not and why; behind that each by itself, and all of it to save. */
export function importReport(report: Brought, { words }: OwnVisit): Html {
  const { isDryRun, beans, brews, completed, missing, grinders, notTaken, notTakenCount, notTakenBecause } = report
  const many = (count: number, one: string) => `${words.number(count)} ${one}${count === 1 ? '' : 's'}`
  const count = ({ taken, alreadyHere }: Brought['beans'], one: string) =>
    `${many(taken, one)}${alreadyHere > 0 ? ` (${words.number(alreadyHere)} ${alreadyHere === 1 ? 'was' : 'were'} here already)` : ''}`
  const came = `${count(beans, 'bag')} and ${count(brews, 'brew')}.${completed > 0 ? ` ${many(completed, 'brew')} that lacked something now ${completed === 1 ? 'has' : 'have'} it.` : ''}`
  const unknown = grinders.filter(({ grinder }) => grinder === null)
  const known = grinders.flatMap(({ name, grinder }) =>
    grinder ? [`${name} is the ${fullName({ brand: grinder.brand, model: grinder.name })}`] : [],
  )
  return html`${isDryRun ? notice('plain', 'This would come, nothing is written yet:', came) : notice('right', 'Taken over.', html`${came} See <a href="/me/brews">the brews</a> and <a href="/me/shelf">the bags</a>.`)}
${missing.map(sentence => notice('wrong', 'There may be more.', sentence))}${known.length === 0 ? '' : html`<p>Grinders: ${known.join('; ')}.</p>`}${unknown.length === 0 ? '' : html`<p>Not certainly one of ours, so their settings stay as you wrote them: ${unknown.map(({ name }) => name || 'one without a name').join(', ')}. Once it is among <a href="/me/gear">your grinders</a>, bring the file again.</p>`}${
  notTakenCount === 0
    ? ''
    : html`<p>${words.number(notTakenCount)} ${isDryRun ? 'would not come' : 'did not come'}:</p><ul>${notTakenBecause.map(({ kind, reason, count }) => html`<li>${many(count, kindNames[kind])}: ${reason}</li>`)}</ul><details class="more"><summary>Which</summary><ul>${notTaken.map(({ name, reason }) => html`<li><b>${name}</b>: ${reason}</li>`)}</ul></details>`
}${
  report.remarkCount === 0
    ? ''
    : html`<details class="more"><summary>${many(report.remarkCount, 'remark')}</summary><ul>${report.remarks.map(({ name, remark }) => html`<li><b>${name}</b>: ${remark}</li>`)}</ul></details>`
}<p><a class="all" download="import-report.txt" href="data:text/plain;charset=utf-8,${encodeURIComponent(inPlainText(report, came, many))}">Save this report</a></p>`
}

const kindNames = { bean: 'bag', brew: 'brew', mill: 'grinder', preparation: 'brewer' }

function inPlainText(report: Brought, came: string, many: (count: number, one: string) => string) {
  const { isDryRun, missing, grinders, notTaken, notTakenCount, remarks, remarkCount } = report
  return [
    `${isDryRun ? 'This would come' : 'Taken over'}: ${came}`,
    ...missing,
    ...grinders.map(({ name, grinder }) => `Grinder ${name}: ${grinder ? grinder.slug : 'not certainly one of ours'}`),
    `Not taken: ${notTakenCount}`,
    ...notTaken.map(({ kind, name, reason }) => `- ${kindNames[kind]} ${name}: ${reason}`),
    many(remarkCount, 'remark'),
    ...remarks.map(({ kind, name, remark }) => `- ${kindNames[kind]} ${name}: ${remark}`),
  ].join('\n')
}
