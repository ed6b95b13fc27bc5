import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { describeGrinder, newDescribed } from '../equipment/described-grinders.ts'
import type { Grinders, StoredGrinder } from '../equipment/equipment.ts'
import type { OwnGrinders } from '../equipment/own-grinders.ts'
import { withDescribed } from '../equipment/seen-grinders.ts'
import { Fault } from '../errors.ts'
import { GrinderDescription } from '../grind/described.ts'
import { DescribedRow } from './account-file.ts'
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
  ports: TransferGrinderPorts,
): Promise<{ described: ReadonlyMap<number, StoredGrinder>; grinders: Grinders }> {
  const here = await ports.ownGrinders.describedBy(transfer.person.id)
  const rows = await rowsRead(transfer, 'grinder', DescribedRow, lists.describedGrinders)
  const described = new Map<number, StoredGrinder>()
  for (const { id: fileId, description } of rows) {
    try {
      const said = inOrder(description)
      const known = here.find(one => inOrder(one.description) === said)
      if (known) described.set(fileId, known)
      else if (transfer.isDryRun)
        described.set(fileId, {
          id: -fileId,
          ...newDescribed(description, ports.grinders).record,
          slug: `own-${-fileId}`,
        })
      else {
        const id = await describeGrinder(description, undefined, ports, transfer.person)
        const added = (await ports.ownGrinders.describedBy(transfer.person.id)).find(one => one.id === id)
        if (added) described.set(fileId, added)
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      leaveOut(transfer, 'grinder', `${description.brand} ${description.name}`, error.message)
    }
  }
  return { described, grinders: withDescribed(ports.grinders, [...described.values()]) }
}

/** The database orders the fields as it likes, parsing as the schema does. */
const inOrder = (description: GrinderDescription) => JSON.stringify(v.parse(GrinderDescription, description))
