import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { refuseFullLog } from '../brews/full-log.ts'
import { BeanconquerorFile } from './beanconqueror.ts'
import { BrewTable } from './brew-table.ts'
import { importAccount, type TransferPorts } from './import-account.ts'
import { type BeanconquerorPorts, importBeanconqueror } from './import-beanconqueror.ts'
import { type CsvPorts, importCsv } from './import-csv.ts'
import { OwnGrindersNamed, tableChoices } from './table-choices.ts'

const NO_EXPORT =
  'must be an export of Beanconqueror, with BEANS or BREWS, or of this service, with data and names, or a table of brews'

const lists = v.record(v.string(), v.array(v.unknown(), 'must be a list'))
const { entries } = BeanconquerorFile

/** The files that people can import: exports of Beanconqueror or of this service. */
export const ImportFile = v.pipe(
  v.object({
    ...entries,
    account: v.pipe(
      v.optional(v.record(v.string(), v.unknown())),
      v.description('In the format of this service’s own export.'),
    ),
    data: v.pipe(v.optional(lists), v.description('In the format of this service’s own export.')),
    names: v.pipe(v.optional(lists), v.description('In the format of this service’s own export.')),
    table: v.pipe(
      v.optional(BrewTable),
      v.description(
        'What a CSV file is read as: the first row names the columns, as brew-logs.csv has them or as people call them.',
      ),
    ),
    ownGrinders: OwnGrindersNamed,
    ...tableChoices,
  }),
  v.check(({ BEANS, BREWS, data, names, table }) => Boolean(BEANS || BREWS || (data && names) || table), NO_EXPORT),
)

export async function importFile(
  {
    account,
    data,
    names,
    table,
    columns,
    grinders,
    coffees,
    method,
    ownGrinders,
    ...file
  }: v.InferOutput<typeof ImportFile>,
  ports: TransferPorts & BeanconquerorPorts & CsvPorts,
  person: Person,
) {
  await refuseFullLog(ports, person)
  if (table) return importCsv(table, file.isDryRun, ports, person, { columns, grinders, coffees, method, ownGrinders })
  return data && names
    ? importAccount({ account, data, names, isDryRun: file.isDryRun }, ports, person)
    : importBeanconqueror({ ...file, ownGrinders }, ports, person)
}
