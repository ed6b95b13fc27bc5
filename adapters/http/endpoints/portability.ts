import * as field from '../../../core/fields.ts'
import { BeanconquerorFile, MOST_ROWS } from '../../../core/portability/beanconqueror.ts'
import { Export, exportEverything, ImportReport, importBeanconqueror } from '../../../core/portability/portability.ts'
import { endpoint, endpointInPieces } from '../endpoint.ts'

export const portability = [
  endpointInPieces({
    route: 'GET /api/user/export',
    summary: 'Everything the service holds about you',
    access: 'member',
    input: field.nothing,
    reply: Export,
    run: exportEverything,
  }),
  endpoint({
    route: 'POST /api/user/import',
    summary:
      'Take over beans and brews from Beanconqueror: the Beanconqueror.json of its export. It is written in small sets; the same file again adds what is missing and nothing twice',
    access: 'member',
    input: BeanconquerorFile,
    reply: ImportReport,
    maxBody: 16 * 1024 * 1024,
    mostRows: MOST_ROWS,
    run: importBeanconqueror,
  }),
]
