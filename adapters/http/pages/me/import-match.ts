import { atMost } from '../../../../core/cut.ts'
import { DAY_MS } from '../../../../core/dates.ts'
import type { StoredGrinder } from '../../../../core/equipment/equipment.ts'
import type { Fault } from '../../../../core/errors.ts'
import { indexOnDial } from '../../../../core/grind/given.ts'
import { drinkWithArticle, methodById, methodIds, methodsAt } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { settingRead } from '../../../../core/grind/notation.ts'
import { inARow } from '../../../../core/names.ts'
import type { BrewTableRow } from '../../../../core/portability/brew-table.ts'
import type { ImportReport } from '../../../../core/portability/import-report.ts'
import { countedKind } from '../../../../core/portability/import-report-words.ts'
import {
  type ColumnMeaning,
  columnMeaningNames,
  type MatchedColumn,
  meaningOf,
} from '../../../../core/portability/table-columns.ts'
import { methodInCell } from '../../../../core/portability/table-method.ts'
import type { GrinderQuestion, TablePreview } from '../../../../core/portability/table-preview.ts'
import { grinderNames } from '../described-fields.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { choiceField, grinderField } from '../parts/controls.ts'
import { setOn, straightDial } from '../parts/dials.ts'
import { icon } from '../parts/pen.ts'
import { inLine } from '../words.ts'
import { whichCoffees } from './import-coffees.ts'
import type { SentImport } from './import-form.ts'
import { describeHere, keptFile } from './import-own-grinder.ts'
import { importReport } from './import-report.ts'

/** The preview of a table: its columns, its grinders, and what would be imported. */
export function importMatch(
  preview: TablePreview,
  report: ImportReport,
  sent: SentImport,
  faults: ReadonlyMap<string, Fault>,
  visit: OwnVisit,
): Html {
  const { words } = visit
  const { columns, grinders, coffees, rows } = preview
  const matched = columns.filter(({ meaning }) => meaning !== null).length
  const open = columns.flatMap((column, at) => (column.meaning === null ? [{ ...column, at }] : []))
  const rest = columns.flatMap((column, at) => (column.meaning === null ? [] : [{ ...column, at }]))
  return html`<input type="hidden" name="matched" value="1">${keptFile(sent)}${grinderNames(visit.ports.grinders)}
<p class="import-file">${icon('sheet')}<b>${sent.fileName || 'Your file'}</b> <span class="quiet">${words.number(rows)} ${rows === 1 ? 'row' : 'rows'}</span> <a class="all" href="#file">Change</a></p>
<section class="matching panel" aria-labelledby="matching"><div class="matching-head"><h2 id="matching">Match your columns</h2><p class="quiet">${words.number(matched)} of ${words.number(columns.length)} matched. First three rows as we read them.</p></div><ul class="to-match">${[...open, ...rest].map(column => columnRow(column, preview, visit))}</ul></section>
${preview.withoutMethod === 0 ? '' : methodQuestion(preview, visit)}${grinders.map((question, at) => grinderQuestion(question, at, describeHere({ ...question, at }, sent, faults, visit), visit))}${whichCoffees(coffees, visit)}
${preview.moreGrinders === 0 ? '' : html`<p>The file names ${words.number(preview.moreGrinders)} more ${preview.moreGrinders === 1 ? 'grinder' : 'grinders'}. We keep their settings as text.</p>`}<section class="panel import-ready" aria-labelledby="ready"><h2 id="ready">Preview</h2>${importReport(report, visit, 'asked')}<div class="buttons"><button class="button">Import ${countedKind(report.brews.taken, 'brew', words.number)}</button><button class="button outlined" formaction="/me/import?look" formnovalidate>Preview again</button></div><p class="quiet">Importing the same file again won’t create duplicates.</p></section>`
}

const LONGEST_SAMPLE = 60
/** In a list to choose from, those that many tables have come first. */
const meanings = columnMeaningNames.map(value => ({ value, label: meaningOf(value).label }))

function columnRow(
  { name, meaning, at }: MatchedColumn & { at: number },
  { first }: TablePreview,
  visit: OwnVisit,
): Html {
  const samples = first.map(row => sample(row, meaning, at, visit))
  return html`<li class="field${meaning ? '' : ' open'}"><label for="column-${at}">${icon(meaning ? 'check' : 'fault')}${name}</label><input type="hidden" name="column-${at}-name" value="${name}"><select id="column-${at}" name="column-${at}" aria-describedby="samples-${at}"><option value="">Won’t be imported</option>${meanings.map(
    ({ value, label }) => html`<option value="${value}"${value === meaning ? html` selected` : ''}>${label}</option>`,
  )}</select><p class="samples" id="samples-${at}">${samples.map(text => html`<span>${text || '–'}</span> `)}</p></li>`
}

/** A cell as we read it; with a question mark if we can't. */
function sample(row: BrewTableRow, meaning: ColumnMeaning | null, at: number, visit: OwnVisit): string {
  const text = atMost(row.textAt(at), LONGEST_SAMPLE)
  if (text === '' || meaning === null) return text
  return readSample(row, meaning, text, visit) ?? `${text} ?`
}

function readSample(row: BrewTableRow, meaning: ColumnMeaning, text: string, { words, ports }: OwnVisit) {
  const { fact, kind, best } = meaningOf(meaning)
  if (fact === 'date') {
    const time = row.time()
    if (!time) return undefined
    const clock = time.spanMs === DAY_MS ? '' : `, ${time.at.slice(11, 16)}`
    return `${words.day(time.at)}${clock}`
  }
  if (fact === 'time_of_day') return text
  if (fact === 'method') {
    const method = methodInCell(row.cell(fact), ports.machines.list())
    return method && methodById[method].name
  }
  if (best !== undefined) {
    const rated = row.rating()
    return rated && `${words.number(rated.rating)} of ${words.number(rated.best)}`
  }
  if (kind === undefined) return text
  const figure = row.figure(fact)
  if (figure === undefined) return undefined
  if (fact === 'water_temperature_f') return inLine(words.temperature(figure))
  if (kind === 'seconds' || kind === 'minutes') return inLine(words.time(figure))
  return kind === 'count' ? text : inLine(words.grams(figure))
}

const methodQuestion = ({ withoutMethod, choices }: TablePreview, { words }: OwnVisit): Html =>
  html`<section class="panel">${choiceField(
    'method',
    `${words.number(withoutMethod)} ${withoutMethod === 1 ? 'row doesn’t' : 'rows don’t'} name a brewer we know. How did you brew?`,
    [
      [
        '',
        [{ value: '', label: 'Skip these rows' }, ...methodIds.map(id => ({ value: id, label: methodById[id].name }))],
      ],
    ],
    choices.method ?? '',
  )}</section>`

/** Which grinder a name means, or what it is like if we don't list it. */
function grinderQuestion(question: GrinderQuestion, at: number, describe: Html, visit: OwnVisit): Html {
  const { name, rows, setting, candidates, chosen } = question
  const { words, ports } = visit
  const named = `grinder-${at}`
  const counted = `${words.number(rows)} ${rows === 1 ? 'row says' : 'rows say'} “${name}”.`
  const usual =
    setting === ''
      ? ''
      : ` You mostly set it to ${setting}${candidates.length > 1 ? ', which may mean something different on each' : ''}.`
  const said =
    name === '' ? `${words.number(rows)} ${rows === 1 ? 'row has' : 'rows have'} a setting but no grinder.` : counted
  const hidden = html`<input type="hidden" name="${named}-name" value="${name}">`
  if (candidates.length === 0)
    return html`<section class="panel which-grinder">${hidden}${grinderField(named, name === '' ? 'Which grinder did you use?' : `Which grinder is “${name}”?`, ports.grinders.list(), chosen || undefined, { without: WITHOUT })}<p class="quiet">${said}${usual}</p>${describe}</section>`
  return html`<fieldset class="panel which-grinder"><legend>Which ${sharedName(candidates) || name} is it?</legend>${hidden}<p class="quiet">${said}${usual}</p>${candidates.map(
    (grinder, order) =>
      html`<label class="candidate"><input type="radio" name="${named}" value="${grinder.slug}"${chosen === grinder.slug ? html` checked` : ''}><b>${fullName(grinder)}</b>${onCandidate(grinder, question, order === 0)}</label>`,
  )}<label class="candidate"><input type="radio" name="${named}" value=""${chosen === '' ? html` checked` : ''}><b>${WITHOUT}</b></label>${describe}</fieldset>`
}

const WITHOUT = 'None of these: import without converting the settings'

/** What the usual setting means on a grinder. */
function onCandidate(grinder: StoredGrinder, { setting, method }: GrinderQuestion, isLikeliest: boolean): Html {
  const read = setting === '' ? undefined : settingRead(grinder, setting)
  const index = read === undefined ? null : indexOnDial(grinder, read)
  const likely = isLikeliest ? ' Most likely.' : ''
  if (read === undefined || index === null)
    return html`<span class="quiet">${setting === '' ? '' : `${setting} isn’t on its dial.`}${likely}</span>`
  const methods = methodsAt(index)
  const suits = method && methods.includes(method) ? [method] : methods.slice(0, 3)
  const means =
    suits.length === 0
      ? `${setting} is between two methods.`
      : `${setting} suits ${inARow(suits.map(drinkWithArticle))}.`
  return html`${straightDial(setOn(grinder, read, 'a'))}<span class="quiet">${means}${likely}</span>`
}

/** The words that all their names begin with: "Comandante C40". */
function sharedName(grinders: readonly StoredGrinder[]) {
  const [first = [], ...others] = grinders.map(grinder => fullName(grinder).split(' '))
  const differs = first.findIndex((word, at) => others.some(other => other[at] !== word))
  return first.slice(0, differs === -1 ? first.length : differs).join(' ')
}
