import * as v from 'valibot'
import { atMost } from '../../../core/cut.ts'
import { Fault } from '../../../core/errors.ts'
import * as field from '../../../core/fields.ts'
import { methodIds } from '../../../core/grind/methods.ts'
import { ImportFile, importFile } from '../../../core/portability/import-file.ts'
import { ImportReport } from '../../../core/portability/import-report.ts'
import { Export, exportEverything } from '../../../core/portability/portability.ts'
import { choicesIn, descriptionsIn, importedFile, largeImport, MAX_IMPORT_BYTES } from '../../imports/import-file.ts'
import { sizeInWords } from '../body.ts'
import { endpoint, endpointInPieces } from '../endpoint.ts'
import { actPerMinute } from '../limits.ts'

export const portability = [
  endpointInPieces({
    route: 'GET /api/user/export',
    summary: 'Everything the service holds about you',
    description:
      'One JSON document, streamed. Import it with `POST /api/user/import`, here or on another Dialin server.',
    access: 'member',
    input: field.nothing,
    reply: Export,
    run: exportEverything,
  }),
  endpoint({
    route: 'POST /api/user/import',
    summary:
      'Import beans and brews from Beanconqueror (the ZIP archive of its export, or the Beanconqueror.json in it), a whole account from another server (its export), or brews from a table (`brew-logs.csv`, or a spreadsheet of your own). Importing the same file again adds what is missing, without duplicates',
    description: `Up to 20,000 rows, written in small sets, and ${sizeInWords(MAX_IMPORT_BYTES)}; an archive up to ${sizeInWords(largeImport.maxBytes)}. Photos are not read. Send the file as the body, one at a time. Items are matched by name. The report says what was imported, what was already here, and what was left out and why. Columns of a table are matched by their names ("Dose (g)", "Temp °C", "Score /10"); override them with \`columns\`, \`grinders\` and \`method\`.`,
    access: 'member',
    input: ImportFile,
    example: {
      BEANS: [
        {
          name: 'Kiamaina',
          roaster: 'Nine Coffee Roasters',
          roast: 'CINNAMON_ROAST',
          config: { uuid: 'bean-1', unix_timestamp: 1714550400 },
        },
      ],
      BREWS: [],
    },
    reply: ImportReport,
    maxBody: MAX_IMPORT_BYTES,
    faults: ['body-too-slow', 'log-full'],
    limit: actPerMinute('bring a file'),
    readsBody: {
      media: ['application/zip', 'text/csv'],
      large: largeImport,
      query: v.object({
        isDryRun: v.optional(
          v.pipe(
            field.flag,
            v.description('Save nothing, and report what would be imported. Can also be a field of the JSON.'),
          ),
        ),
        columns: v.optional(
          v.pipe(
            v.array(v.string()),
            v.description(
              'For a table, once for each column to set: `Grind=setting`, `Barista=` to leave it out. The rest are guessed; the report lists them all.',
            ),
          ),
        ),
        grinders: v.optional(
          v.pipe(
            v.array(v.string()),
            v.description(
              'For a table, once for each name to set: `C40=comandante-c40-mk3`, `My mill=` to keep its settings as text.',
            ),
          ),
        ),
        ownGrinders: v.optional(
          v.pipe(
            v.array(v.string()),
            v.description('For each grinder that isn’t in our list: `My mill={"brand":…}`, as `ownGrinder` in JSON.'),
          ),
        ),
        coffees: v.optional(
          v.pipe(
            v.array(v.string()),
            v.description(
              'For a table, once for each name to set: `Kiamaina=nine-coffee/kiamaina`, `Kiamaina=` to keep the name.',
            ),
          ),
        ),
        method: v.optional(
          v.pipe(v.picklist(methodIds), v.description('For a table: the brew method for rows that don’t name one.')),
        ),
      }),
      read: async (body, query) => {
        const unknown = [...query.keys()].find(
          name => !['isDryRun', 'columns', 'grinders', 'coffees', 'ownGrinders', 'method'].includes(name),
        )
        if (unknown !== undefined) throw new Fault('invalid', `There is no parameter ${atMost(unknown, 60)}.`)
        const file = await importedFile(body)
        const [columns = [], grinders = [], coffees = [], described = []] = [
          'columns',
          'grinders',
          'coffees',
          'ownGrinders',
        ].map(name => query.getAll(name))
        const method = query.get('method')
        return {
          ...file,
          isDryRun: isTold(query.get('isDryRun')) || file.isDryRun,
          ...(columns.length > 0 && { columns: choicesIn(columns) }),
          ...(grinders.length > 0 && { grinders: choicesIn(grinders) }),
          ...(coffees.length > 0 && { coffees: choicesIn(coffees) }),
          ...(described.length > 0 && { ownGrinders: descriptionsIn(described) }),
          ...(method !== null && { method }),
        }
      },
    },
    run: importFile,
  }),
]

/** Any other value is refused: a misspelt dry run must not become a real import. */
function isTold(flag: string | null): true | undefined {
  if (flag === null || flag === 'false' || flag === '0') return undefined
  if (flag === 'true' || flag === '1') return true
  throw new Fault('invalid', 'isDryRun must be true or false.')
}
