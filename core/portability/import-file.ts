import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { BeanconquerorFile } from './beanconqueror.ts'
import { importAccount, type MovePorts } from './import-account.ts'
import { type BeanconquerorPorts, importBeanconqueror } from './import-beanconqueror.ts'

export const NO_EXPORT =
  'must be an export of Beanconqueror, with BEANS or BREWS, or of this service, with data and names'

const lists = v.record(v.string(), v.array(v.unknown(), 'must be a list'))
const { entries } = BeanconquerorFile

/** What somebody may bring: what Beanconqueror exports, or what this service does. */
export const ImportFile = v.pipe(
  v.object({
    ...entries,
    account: v.pipe(
      v.optional(v.record(v.string(), v.unknown())),
      v.description('As an export of this service has it.'),
    ),
    data: v.pipe(v.optional(lists), v.description('As an export of this service has it.')),
    names: v.pipe(v.optional(lists), v.description('As an export of this service has it.')),
  }),
  v.check(
    ({ BEANS, BREWS, data, names }) =>
      BEANS !== undefined || BREWS !== undefined || (data !== undefined && names !== undefined),
    `The body ${NO_EXPORT}`,
  ),
)

export function importFile(
  { account, data, names, ...file }: v.InferOutput<typeof ImportFile>,
  ports: MovePorts & BeanconquerorPorts,
  person: Person,
) {
  return data && names
    ? importAccount({ account, data, names, isDryRun: file.isDryRun }, ports, person)
    : importBeanconqueror(file, ports, person)
}
