import * as v from 'valibot'
import { Fault, faultOf } from '../../../../core/errors.ts'
import { readTable } from '../../../../core/portability/brew-table.ts'
import { importFile } from '../../../../core/portability/import-file.ts'
import type { ImportReport } from '../../../../core/portability/import-report.ts'
import { millNames } from '../../../../core/portability/plan.ts'
import { TableChoices } from '../../../../core/portability/table-choices.ts'
import type { MatchedColumn } from '../../../../core/portability/table-columns.ts'
import { previewTable } from '../../../../core/portability/table-preview.ts'
import { faultOfFile, fileToImport, MAX_IMPORT_BYTES } from '../../../imports/import-file.ts'
import { faultStatus } from '../../faults.ts'
import { attempt } from '../attempt.ts'
import { grinderNames } from '../described-fields.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import type { OwnVisit } from '../own-page.ts'
import { notice } from '../parts/controls.ts'
import { type SentImport, sentImport } from './import-form.ts'
import { importMatch } from './import-match.ts'
import { describeHere, grindersSaid, keptFile } from './import-own-grinder.ts'
import { importReport } from './import-report.ts'

export const importPage = (visit: OwnVisit): Promise<Response> => importPageWith(visit)

/** What was or would be imported, and what was not and why. A table is previewed before anything is imported. */
export async function importPosted(visit: OwnVisit): Promise<Response> {
  const { refused } = visit
  if (refused) return importPageWith(visit, { fault: faultOfFile(refused) })
  const result = await attempt(async () => imported(await sentImport(visit), visit))
  return importPageWith(visit, result.fault ? { fault: result.fault } : { answer: result.done })
}

interface ImportAnswer {
  shown: Html
  /** Whether the file comes back with the form, if no script keeps it chosen. */
  isKept?: boolean
}

async function imported(sent: SentImport, visit: OwnVisit): Promise<ImportAnswer> {
  const { url, ports, who } = visit
  if (sent.file.length === 0) throw new Fault('invalid', 'Choose the file first.')
  const look = url.searchParams.has('look')
  const { given, faults } = await grindersSaid(sent, visit)
  const isDryRun = look || faults.size > 0
  const file = await fileToImport(sent.file, isDryRun)
  if (!file.table) {
    const mills = millNames(file)
    const ownGrinders = Object.fromEntries(Object.entries(given).filter(([name]) => mills.has(name)))
    const report = await importFile({ ...file, ownGrinders }, ports, who)
    return { shown: importReport(report, visit, unknownIn(report, sent, faults, visit)), isKept: true }
  }
  const answers = { ...answersAbout(sent, readTable(file.table).columns), ownGrinders: given }
  const preview = await previewTable(file.table, answers, ports, who)
  const { columns, grinders, coffees, withoutMethod } = preview
  const asks = withoutMethod + grinders.length + coffees.length > 0 || columns.some(({ meaning }) => !meaning)
  if (!isDryRun && (sent.isMatched || !asks))
    return { shown: importReport(await importFile({ ...file, ...preview.choices }, ports, who), visit) }
  const guessed = grinders.flatMap(({ name, chosen }) => (chosen === undefined ? [] : [[name, chosen]]))
  const choices = {
    ...preview.choices,
    grinders: { ...preview.choices.grinders, ...Object.fromEntries(guessed) },
    coffees: { ...preview.choices.coffees, ...Object.fromEntries(coffees.map(({ name, chosen }) => [name, chosen])) },
  }
  const report = await importFile({ ...file, ...choices, isDryRun: true }, ports, who)
  return { shown: importMatch(preview, report, sent, faults, visit), isKept: true }
}

/** The grinders of a file without questions that we could not match, each with a way to describe it. */
function unknownIn(
  { grinders, isDryRun }: ImportReport,
  sent: SentImport,
  faults: ReadonlyMap<string, Fault>,
  visit: OwnVisit,
): Html {
  const unknown = grinders
    .filter(({ name, grinder }) => name !== '' && (grinder === null || (isDryRun && sent.own.has(name))))
    .slice(0, MOST_ASKED)
  if (unknown.length === 0) return html``
  const isOpen = unknown.some(({ name }) => sent.own.has(name))
  const sections = unknown.map(
    ({ name }, at) =>
      html`<section class="panel which-grinder"><h2>${name}</h2><input type="hidden" name="grinder-${at}-name" value="${name}">${describeHere({ name, at }, sent, faults, visit)}</section>`,
  )
  return html`<details class="more describe-mills"${isOpen ? html` open` : ''}><summary>Tell us which ${unknown.length === 1 ? 'it is' : 'they are'}</summary><p>Add yours to <a href="/me/gear">your grinders</a>, or describe it here if it isn’t in our list. Then import the file again.</p>${keptFile(sent)}${grinderNames(visit.ports.grinders)}${sections}<div class="buttons"><button class="button">${isDryRun ? 'Import' : 'Import again'}</button><button class="button outlined" formaction="/me/import?look" formnovalidate>Preview again</button></div></details>`
}

const MOST_ASKED = 10

/** A table that never says how it was brewed is suggested to be of the most common method. */
function answersAbout({ choices, isMatched }: SentImport, columns: readonly MatchedColumn[]): TableChoices {
  const chosen = v.safeParse(TableChoices, choices)
  if (!chosen.success) throw faultOf(chosen.issues[0])
  const saysHow = columns.some(({ meaning }) => meaning === 'method')
  return isMatched || saysHow ? chosen.output : { ...chosen.output, method: 'v60' }
}

function importPageWith(
  visit: OwnVisit,
  { fault, answer }: { fault?: Fault; answer?: ImportAnswer } = {},
): Promise<Response> {
  return sitePage(visit, {
    title: 'Import your brews',
    status: fault ? faultStatus[fault.code] : 200,
    script: 'bring.js',
    body: html`<div class="plain import"><h1>Import your brews</h1><form id="bring" method="post" action="/me/import" enctype="multipart/form-data"><div id="report" tabindex="-1">${answer ? answer.shown : html`<p class="lead">Import bags and brews from Beanconqueror, your account from another Dialin, or brews from a spreadsheet. Nobody else sees your bags.</p>`}
${fault ? notice('wrong', 'Nothing was imported.', fault.message) : ''}</div><p>In Beanconqueror, go to Settings &gt; Export and choose the full archive (<b>.zip</b>). On another Dialin, go to Account &gt; Export everything (<b>.json</b>). Spreadsheets must be <b>.csv</b> files with column names in the first row, such as Date, Brewer, Beans, Grinder, Grind and Dose. On the next page you can check how we matched them.</p><div class="field"><label for="file">Your file</label><input id="file" name="file" type="file" accept="application/zip,.zip,application/json,.json,text/csv,.csv"${answer?.isKept ? '' : html` required`}></div><p hidden><label>Uploading <progress max="1"></progress></label></p><div class="buttons first-look"><button class="button">Import</button><button class="button outlined" formaction="/me/import?look">Preview</button></div><p class="quiet">From another Dialin, we import your brews, bags, gear, palate, recipes, votes and collections, but not your comments, your roaster memberships, or what others did with your recipes. Importing the same file again won’t create duplicates. Up to ${MAX_IMPORT_BYTES / 1024 ** 2} MB, not counting photos in an archive, which stay on your device.<noscript> With JavaScript off, photos are uploaded too and count towards the limit.</noscript></p></form></div>`,
  })
}
