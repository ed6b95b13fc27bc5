import * as field from '../../../core/fields.ts'
import { BeanconquerorFile } from '../../../core/portability/beanconqueror.ts'
import { Export, exportEverything, ImportReport, importBeanconqueror } from '../../../core/portability/portability.ts'
import { importedFile } from '../../import-file.ts'
import { endpoint, endpointInPieces } from '../endpoint.ts'

export const portability = [
  endpointInPieces({
    route: 'GET /api/user/export',
    summary: 'Everything the service holds about you',
    description: 'One JSON text, written while it is read, however much it is.',
    access: 'member',
    input: field.nothing,
    reply: Export,
    run: exportEverything,
  }),
  endpoint({
    route: 'POST /api/user/import',
    summary:
      'Take over beans and brews from Beanconqueror: the ZIP archive of its export, or the Beanconqueror.json in it. It is written in small sets; the same file again adds what is missing and nothing twice',
    description:
      'Up to 20,000 rows. With `?isDryRun=true`, or isDryRun in the JSON, nothing is written and the report says what would come. The report says what was taken, what was here already, and what was left out and why.',
    access: 'member',
    input: BeanconquerorFile,
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
    maxBody: 16 * 1024 * 1024,
    readsBody: {
      media: ['application/zip'],
      read: async (body, query) => ({
        ...(await importedFile(body)),
        ...(query.has('isDryRun') && { isDryRun: query.get('isDryRun') === 'true' }),
      }),
    },
    run: importBeanconqueror,
  }),
]
