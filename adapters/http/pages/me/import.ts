import { Fault } from '../../../../core/errors.ts'
import { importFile } from '../../../../core/portability/import-file.ts'
import type { ImportReport } from '../../../../core/portability/import-report.ts'
import { faultOfFile, fileToImport, MAX_IMPORT_BYTES } from '../../../imports/import-file.ts'
import { sizeInWords } from '../../body.ts'
import { faultStatus } from '../../faults.ts'
import { attempt } from '../attempt.ts'
import { postedFile } from '../form.ts'
import { html } from '../html.ts'
import { sitePage } from '../layout.ts'
import type { OwnVisit } from '../own-page.ts'
import { notice } from '../parts/controls.ts'
import { importReport } from './import-report.ts'

export const importPage = (visit: OwnVisit): Promise<Response> => importPageWith(visit)

/** What was or would be imported, and what was not and why. */
export async function importPosted(visit: OwnVisit): Promise<Response> {
  const { request, url, ports, who, refused } = visit
  if (refused) return importPageWith(visit, { fault: faultOfFile(refused) })
  const result = await attempt(async () => {
    const sent = await postedFile('file', request, ports)
    if (sent.length === 0) throw new Fault('invalid', 'Choose the file first.')
    return importFile(await fileToImport(sent, url.searchParams.has('look')), ports, who)
  })
  return result.fault ? importPageWith(visit, { fault: result.fault }) : importPageWith(visit, { report: result.done })
}

function importPageWith(
  visit: OwnVisit,
  { fault, report }: { fault?: Fault; report?: ImportReport } = {},
): Promise<Response> {
  return sitePage(visit, {
    title: 'Import your brews',
    status: fault ? faultStatus[fault.code] : 200,
    script: 'bring.js',
    body: html`<div class="plain"><h1>Import your brews</h1><div id="report" tabindex="-1">${report ? importReport(report, visit) : html`<p class="lead">Import bags and brews from Beanconqueror, your account from another Dialin, or brews from a spreadsheet. Nobody else sees your bags.</p>`}
${fault ? notice('wrong', 'Nothing was imported.', fault.message) : ''}</div><form id="bring" method="post" action="/me/import" enctype="multipart/form-data"><p>In Beanconqueror, go to Settings, Export, and choose the whole archive, a file ending in <b>.zip</b>. On another Dialin, go to Account, Download everything, for a file ending in <b>.json</b>. A table ends in <b>.csv</b>, and its first line names the columns, as in <a href="/api/brew-logs.csv" download="brews.csv">yours</a>.</p><div class="field"><label for="file">Your file</label><input id="file" name="file" type="file" accept="application/zip,.zip,application/json,.json,text/csv,.csv" required></div><p hidden><label>On its way <progress max="1"></progress></label></p><div class="buttons"><button class="button">Import</button><button class="button outlined" formaction="/me/import?look">Preview</button></div><p class="quiet">From another Dialin, we import your brews, bags, gear, palate, recipes, votes and collections, but not your comments, your roaster memberships, or what others did with your recipes. Importing the same file again won’t create duplicates. Up to ${sizeInWords(MAX_IMPORT_BYTES)}, without an archive’s photos: they stay on your device.<noscript> This browser runs no scripts, so the photos are sent and count too.</noscript></p></form></div>`,
  })
}
