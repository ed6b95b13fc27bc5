import * as v from 'valibot'
import { Fault } from '../../../core/errors.ts'
import * as field from '../../../core/fields.ts'
import { ImportFile, importFile } from '../../../core/portability/import-file.ts'
import { ImportReport } from '../../../core/portability/import-report.ts'
import { Export, exportEverything } from '../../../core/portability/portability.ts'
import { importedFile, largeImport, MAX_IMPORT_BYTES } from '../../imports/import-file.ts'
import { sizeInWords } from '../body.ts'
import { endpoint, endpointInPieces } from '../endpoint.ts'
import { actPerMinute } from '../limits.ts'

export const portability = [
  endpointInPieces({
    route: 'GET /api/user/export',
    summary: 'Everything the service holds about you',
    description:
      'One JSON document, streamed. `POST /api/user/import` takes it, here and on any other server of this kind.',
    access: 'member',
    input: field.nothing,
    reply: Export,
    run: exportEverything,
  }),
  endpoint({
    route: 'POST /api/user/import',
    summary:
      'Take over beans and brews from Beanconqueror (the ZIP archive of its export, or the Beanconqueror.json in it), a whole account from another server (its export), or brews from a table (`brew-logs.csv`, also as a spreadsheet saved it). Importing the same file again adds what is missing, without duplicates',
    description: `Up to 20,000 rows, written in small sets, and ${sizeInWords(MAX_IMPORT_BYTES)}; an archive up to ${sizeInWords(largeImport.maxBytes)}. Photos in it are not read. Send it as the body, one at a time. Items are matched by name. The report says what was taken, what was here already, and what was left out and why.`,
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
            v.description('Write nothing, and report what would come. In JSON it may be a field as well.'),
          ),
        ),
      }),
      read: async (body, query) => {
        const file = await importedFile(body)
        return { ...file, isDryRun: isTold(query.get('isDryRun')) || file.isDryRun }
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
