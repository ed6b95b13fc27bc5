import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { atMost } from '../cut.ts'
import { describeGrinder, newDescribed } from '../equipment/described-grinders.ts'
import type { Grinders, StoredGrinder } from '../equipment/equipment.ts'
import type { DescribedGrinder, OwnGrinders } from '../equipment/own-grinders.ts'
import { ownSlug, withDescribed } from '../equipment/seen-grinders.ts'
import { Fault, faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { GrinderDescription } from '../grind/described.ts'
import { fullName } from '../grind/name.ts'
import { folded } from '../names.ts'
import { DescribedRow } from './account-file.ts'
import type { OwnGrindersNamed } from './table-choices.ts'
import { type AccountTransfer, type Lists, leaveOut, rowsRead } from './transfer.ts'

export interface TransferGrinderPorts {
  grinders: Grinders
  ownGrinders: OwnGrinders
  clock: Clock
}

/**
 * The grinders that the person described, by their ids in the file, and the catalog with them. One
 * that is described alike is here already. A dry run gives them ids that no grinder has.
 */
export async function bringDescribed(
  transfer: AccountTransfer,
  lists: Lists,
  named: Lists,
  ports: TransferGrinderPorts,
): Promise<{ described: ReadonlyMap<number, StoredGrinder>; grinders: Grinders }> {
  const here = await ports.ownGrinders.describedBy(transfer.person.id)
  const rows = [
    ...(await rowsRead(transfer, 'grinder', DescribedRow, lists.describedGrinders)),
    ...acceptedElsewhere(lists, named, ports.grinders),
  ]
  const described = new Map<number, StoredGrinder>()
  for (const { id: fileId, description } of rows) {
    try {
      const ids = transfer.isDryRun ? -fileId : undefined
      described.set(fileId, await describedOnce(description, here, ids, undefined, ports, transfer.person))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      leaveOut(transfer, 'grinder', `${description.brand} ${description.name}`, error.message)
    }
  }
  return { described, grinders: withDescribed(ports.grinders, [...described.values()]) }
}

/** What the person had described before it came into the catalog there, unless it is in the catalog here, too. */
function acceptedElsewhere(lists: Lists, named: Lists, { bySlug }: Grinders) {
  const here = read(v.object({ id: field.id, slug: v.string() }), named.grinders)
    .filter(({ slug }) => bySlug(slug))
    .map(({ id }) => id)
  return read(v.object({ grinderId: field.id, description: GrinderDescription }), lists.grinders)
    .filter(({ grinderId }) => !here.includes(grinderId))
    .map(({ grinderId, description }) => ({ id: grinderId, description }))
}

const read = <T extends v.GenericSchema>(schema: T, rows: readonly unknown[] = []) =>
  rows.flatMap(row => {
    const { success, output } = v.safeParse(schema, row)
    return success ? [output as v.InferOutput<T>] : []
  })

/**
 * What people say of grinders that a file names, by those names. From now on these are theirs, in
 * their gear, too. A dry run gives them ids that no grinder has.
 */
export async function describedInFile(
  given: OwnGrindersNamed = {},
  names: ReadonlySet<string>,
  isDryRun: boolean,
  ports: TransferGrinderPorts,
  person: Person,
): Promise<ReadonlyMap<string, StoredGrinder>> {
  const all = Object.entries(given)
  for (const [name] of all)
    if (!names.has(name))
      throw faultAt(['ownGrinders'], `names "${atMost(name, 60)}", but the file has no such grinder.`)
  // All are looked at before the first is kept.
  for (const [, description] of all) newDescribed(description, ports.grinders)
  const here = await ports.ownGrinders.describedBy(person.id)
  const described = new Map<string, StoredGrinder>()
  for (const [at, [name, description]] of all.entries())
    described.set(name, await describedOnce(description, here, isDryRun ? -1 - at : undefined, {}, ports, person))
  return described
}

/** One that is described alike, or called the same, is here already. With an id that no grinder has, nothing is kept. */
async function describedOnce(
  description: GrinderDescription,
  here: readonly DescribedGrinder[],
  noId: number | undefined,
  said: Parameters<typeof describeGrinder>[1],
  ports: TransferGrinderPorts,
  person: Person,
): Promise<StoredGrinder> {
  const sought = inOrder(description)
  const called = folded(`${description.brand} ${description.name}`)
  const known =
    here.find(one => inOrder(one.description) === sought) ?? here.find(one => folded(fullName(one)) === called)
  if (known) return known
  const id = noId ?? (await describeGrinder(description, said, ports, person))
  return { id, ...newDescribed(description, ports.grinders).record, slug: id < 0 ? `own-new-${-id}` : ownSlug(id) }
}

/** The database orders the fields as it likes, parsing as the schema does. */
const inOrder = (description: GrinderDescription) => JSON.stringify(v.parse(GrinderDescription, description))
