import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { type LeftOffPorts, leftOffWith, leftOffWithBag } from '../brews/left-off.ts'
import { type Coffees, getCoffee } from '../coffees/coffees.ts'
import type { CoffeeDetail } from '../coffees/model.ts'
import { type Filters, type StoredFilter, type StoredMachine, unknownItem } from '../equipment/equipment.ts'
import type { Filter, Machine } from '../equipment/model.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { fullName } from '../grind/name.ts'
import { type AnyStoredGrinder, type GrinderPorts, grinderFor } from '../grind/own-grinders.ts'
import { type Taster, type TasterPorts, tasterOf } from '../taste/taster.ts'
import type { LeftOff } from './rules.ts'

export const filterId = v.nullish(field.id)

export interface SetupPorts extends TasterPorts, GrinderPorts, LeftOffPorts {
  coffees: Coffees
  filters: Filters
}

interface Setup {
  grinder: AnyStoredGrinder
  machine: StoredMachine
  filter: StoredFilter | null
  taster: Taster | undefined
  leftOff: LeftOff | null
}

/** The coffee, the equipment and the palate that a recipe is made for; without a coffee there is nothing left off with. */
export async function setupFor(
  asked: Asked & { coffeeId: number },
  ports: SetupPorts,
  person: Person | undefined,
): Promise<Setup & { coffee: CoffeeDetail }>
export async function setupFor(
  asked: Asked,
  ports: SetupPorts,
  person: Person | undefined,
): Promise<Setup & { coffee: CoffeeDetail | undefined }>
export async function setupFor(
  { coffeeId, bagId, grinderId, machineId, filterId }: Asked,
  ports: SetupPorts,
  person: Person | undefined,
) {
  const machine = ports.machines.byId(machineId)
  if (!machine) throw unknownItem('machine')
  const filter = filterId == null ? null : ports.filters.byId(filterId)
  if (filter === undefined) throw unknownItem('filter')
  if (filter) refuseMisfit(filter, machine, ports.filters)
  const [grinder, coffee, taster, leftOff] = await Promise.all([
    grinderFor(person, grinderId, ports),
    coffeeId === undefined ? undefined : getCoffee({ id: coffeeId }, ports),
    tasterOf(person, ports),
    coffeeId !== undefined
      ? leftOffWith({ coffeeId, method: machine.brewMethod }, ports, person)
      : bagId !== undefined && person
        ? leftOffWithBag({ bagId, method: machine.brewMethod }, ports, person)
        : null,
  ])
  return { coffee, grinder, machine, filter, taster, leftOff }
}

/** A filter goes on the brewers it is made for; one of which nobody has said that goes on any. */
function refuseMisfit({ name, brewers }: Filter, machine: Machine, filters: Filters) {
  if (brewers.length === 0 || brewers.includes(machine.slug)) return
  const fitting = filters.list().filter(filter => filter.brewers.includes(machine.slug))
  throw new Fault(
    'invalid',
    `filterId must be a filter made for the ${fullName(machine)}; the ${name} is not. ${
      fitting.length === 0
        ? 'We know of none.'
        : `There are ${fitting.map(filter => `${filter.name} (${filter.id})`).join(', ')}.`
    }`,
  )
}

interface Asked {
  coffeeId?: number | undefined
  /** A bag of the person's own, whose coffee need not be in the catalog. */
  bagId?: number | undefined
  grinderId: number
  machineId: number
  filterId?: number | null | undefined
}
