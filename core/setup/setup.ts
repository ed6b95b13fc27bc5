import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { LeftOff } from '../adaptation/rules.ts'
import type { StyleId } from '../adaptation/style-figures.ts'
import { styleFor } from '../adaptation/styles.ts'
import { type LeftOffPorts, leftOffWith, leftOffWithBag } from '../brews/left-off.ts'
import { ageAt, type BeanPorts, beansInUse } from '../brews/own-bag.ts'
import type { Clock } from '../clock.ts'
import type { BagDays } from '../coffees/bag-days.ts'
import { type Coffees, getCoffee } from '../coffees/coffees.ts'
import type { CoffeeDetail } from '../coffees/model.ts'
import { type Filters, type StoredFilter, type StoredMachine, unknownItem } from '../equipment/equipment.ts'
import type { Filter, Machine } from '../equipment/model.ts'
import { type AnyStoredGrinder, type GrinderPorts, grinderFor } from '../equipment/own-grinders.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { fullName } from '../grind/name.ts'
import { type Taster, type TasterPorts, tasterOf } from '../taste/taster.ts'

export const filterId = v.nullish(field.id)

/** The age of the beans and the altitude, as a request gives them. */
export const conditions = {
  daysOffRoast: v.nullish(
    v.pipe(
      field.daysOffRoast,
      v.description(
        'Days in the freezer do not count. Default, if you’re signed in: from the roast date of the bag, or of the coffee on your shelf.',
      ),
    ),
  ),
  altitudeMeters: v.nullish(
    v.pipe(
      field.altitudeMeters,
      v.description(
        'Metres above sea level; water boils 1 F lower for each 158 m. Default, if you’re signed in: the one in your profile.',
      ),
    ),
  ),
}

export interface SetupPorts extends TasterPorts, GrinderPorts, LeftOffPorts, BeanPorts {
  coffees: Coffees
  filters: Filters
  clock: Clock
}

interface Setup {
  grinder: AnyStoredGrinder
  machine: StoredMachine
  filter: StoredFilter | null
  taster: Taster | undefined
  leftOff: LeftOff | null
  altitudeMeters: number | null | undefined
  daysOffRoast: number | null
}

/**
 * The coffee, equipment and palate that a recipe is made for. Where earlier brews left off is known
 * only for a coffee.
 */
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
export async function setupFor(asked: Asked, ports: SetupPorts, person: Person | undefined) {
  const { coffeeId, bag, grinderId, machineId, filterId } = asked
  const machine = ports.machines.byId(machineId)
  if (!machine) throw unknownItem('machine')
  const filter = filterId == null ? null : ports.filters.byId(filterId)
  if (filter === undefined) throw unknownItem('filter')
  if (filter) refuseMisfit(filter, machine, ports.filters)
  const method = machine.brewMethod
  const style = styleFor(method, asked.style, machine)
  const [grinder, coffee, taster, daysOffRoast, leftOff] = await Promise.all([
    grinderFor(person, grinderId, ports),
    coffeeId === undefined ? undefined : getCoffee({ id: coffeeId }, ports),
    tasterOf(person, ports),
    asked.daysOffRoast ?? beanAge(asked, ports, person),
    coffeeId !== undefined
      ? leftOffWith({ coffeeId, method }, style, ports, person)
      : bag && person
        ? leftOffWithBag({ bagId: bag.id, method, style }, ports, person)
        : null,
  ])
  const altitudeMeters = asked.altitudeMeters ?? person?.water.altitudeMeters
  return { coffee, grinder, machine, filter, taster, leftOff, altitudeMeters, daysOffRoast }
}

/** By the roast date of the given bag, or else of the open one of the coffee, or of the coffee on the shelf. */
async function beanAge(
  { bag, coffeeId }: Pick<Asked, 'bag' | 'coffeeId'>,
  ports: BeanPorts & Pick<SetupPorts, 'clock'>,
  person: Person | undefined,
) {
  const now = ports.clock()
  if (bag) return ageAt(now, bag)
  if (!person || coffeeId === undefined) return null
  return ageAt(now, (await beansInUse(coffeeId, now, ports, person)).dates)
}

/** A filter fits the brewers that it lists, or any brewer if it lists none. */
function refuseMisfit({ name, brewers }: Filter, machine: Machine, filters: Filters) {
  if (brewers.length === 0 || brewers.includes(machine.slug)) return
  const fitting = filters.list().filter(filter => filter.brewers.includes(machine.slug))
  throw new Fault(
    'invalid',
    `filterId must be a filter made for the ${fullName(machine)}; the ${name} is not. ${
      fitting.length === 0
        ? 'We don’t know of one.'
        : `There are ${fitting.map(filter => `${filter.name} (${filter.id})`).join(', ')}.`
    }`,
  )
}

interface Asked {
  coffeeId?: number | undefined
  /** One of the person's bags. Its coffee need not be in the catalog. */
  bag?: (BagDays & { id: number }) | undefined
  grinderId: number
  machineId: number
  filterId?: number | null | undefined
  style?: StyleId | null | undefined
  /** If missing, the person's own altitude and the age of their bag are used. */
  altitudeMeters?: number | null | undefined
  daysOffRoast?: number | null | undefined
}
