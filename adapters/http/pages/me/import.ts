import * as v from 'valibot'
import { Fault, faultAt, faultOf } from '../../../../core/errors.ts'
import { BeanconquerorFile, NO_EXPORT } from '../../../../core/portability/beanconqueror.ts'
import { type ImportReport, importBeanconqueror } from '../../../../core/portability/portability.ts'
import { importedFile } from '../../../import-file.ts'
import { faultStatus } from '../../faults.ts'
import { attempt } from '../attempt.ts'
import { postedFile } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import type { OwnVisit } from '../own-page.ts'
import { notice } from '../parts/controls.ts'

/** As much as the endpoint takes, and what a form puts around it. */
export const MAX_IMPORT_BYTES = 16 * 1024 * 1024 + 10_000

export const importPage = (visit: OwnVisit): Promise<Response> => importPageWith(visit)

/** What was taken over, and what was not and why. */
export async function importPosted(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const result = await attempt(async () => {
    const sent = await postedFile('file', request, ports)
    if (sent.length === 0) throw new Fault('invalid', 'Choose the file first.')
    const file = v.safeParse(BeanconquerorFile, await importedFile(sent))
    if (!file.success) throw file.issues[0].path ? faultOf(file.issues[0]) : faultAt([], `${NO_EXPORT}.`)
    return importBeanconqueror(file.output, ports, who)
  })
  return result.fault ? importPageWith(visit, { fault: result.fault }) : importPageWith(visit, { report: result.done })
}

type Report = v.InferOutput<typeof ImportReport>

function importPageWith(
  visit: OwnVisit,
  { fault, report }: { fault?: Fault; report?: Report } = {},
): Promise<Response> {
  return sitePage(visit, {
    title: 'Bring your brews',
    status: fault ? faultStatus[fault.code] : 200,
    body: html`<div class="plain"><h1>Bring your brews</h1>${report ? taker(report, visit) : html`<p class="lead">From Beanconqueror: beans, brews, and the grinder of each.</p>`}
${fault ? notice('wrong', 'Nothing was taken over.', ofTheFile(fault)) : ''}<form method="post" action="/me/import" enctype="multipart/form-data"><p>In the app: Settings, Export. Choose the archive as it is, a file ending in <b>.zip</b>.</p><div class="field"><label for="file">Your file</label><input id="file" name="file" type="file" accept="application/zip,.zip,application/json,.json" required></div><button class="button">Take it over</button><p class="quiet">The same file again adds what is new and nothing twice.</p></form></div>`,
  })
}

/** What is sent as the body is a file to who chose it. */
const ofTheFile = ({ field, message }: Fault) => (field?.path.length === 0 ? `The file ${field.complaint}` : message)

function taker(report: Report, { words }: OwnVisit): Html {
  const count = ({ taken, alreadyHere }: Report['beans'], one: string, many: string) =>
    `${words.number(taken)} ${taken === 1 ? one : many}${alreadyHere > 0 ? ` (${words.number(alreadyHere)} ${alreadyHere === 1 ? 'was' : 'were'} here already)` : ''}`
  const unknown = report.grinders.filter(({ grinder }) => grinder === null)
  return html`${notice('right', 'Taken over.', html`${count(report.beans, 'bean', 'beans')} and ${count(report.brews, 'brew', 'brews')}. <a href="/me">See them</a>`)}
${report.missing.map(sentence => notice('wrong', 'There may be more.', sentence))}
${unknown.length === 0 ? '' : html`<p>Grinders that we do not know, so their settings are kept as numbers: ${unknown.map(({ name }) => name).join(', ')}.</p>`}${
  report.notTakenCount === 0
    ? ''
    : html`<details class="more"><summary>${words.number(report.notTakenCount)} not taken over</summary><ul>${report.notTaken.map(({ name, reason }) => html`<li><b>${name}</b>: ${reason}</li>`)}</ul></details>`
}${
  report.remarkCount === 0
    ? ''
    : html`<details class="more"><summary>${words.number(report.remarkCount)} ${report.remarkCount === 1 ? 'remark' : 'remarks'}</summary><ul>${report.remarks.map(({ name, remark }) => html`<li><b>${name}</b>: ${remark}</li>`)}</ul></details>`
}`
}
