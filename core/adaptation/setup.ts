import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { type Coffees, getCoffee } from '../coffees/coffees.ts'
import { type Filters, type Machines, unknownItem } from '../equipment/equipment.ts'
import * as field from '../fields.ts'
import { type GrinderPorts, grinderFor } from '../grind/own-grinders.ts'
import { type TasterPorts, tasterOf } from '../taste/taster.ts'

export const filterId = v.nullish(field.id)
export const daysOffRoast = v.nullish(field.number(0, 3650))

export interface SetupPorts extends TasterPorts, GrinderPorts {
  coffees: Coffees
  machines: Machines
  filters: Filters
}

/** The coffee, the equipment and the palate that a recipe is made for. */
export async function setupFor(
  { coffeeId, grinderId, machineId, filterId }: Asked,
  ports: SetupPorts,
  person: Person | undefined,
) {
  const machine = ports.machines.byId(machineId)
  if (!machine) throw unknownItem('machine')
  const filter = filterId == null ? null : ports.filters.byId(filterId)
  if (filter === undefined) throw unknownItem('filter')
  const [grinder, coffee, taster] = await Promise.all([
    grinderFor(person, grinderId, ports),
    getCoffee({ id: coffeeId }, ports),
    tasterOf(person, ports),
  ])
  return { coffee, grinder, machine, filter, taster }
}

interface Asked {
  coffeeId: number
  grinderId: number
  machineId: number
  filterId?: number | null | undefined
}
