import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { GivenStyle } from '../adaptation/styles.ts'
import { atMost } from '../cut.ts'
import type { Machines, StoredMachine } from '../equipment/equipment.ts'
import type { AnyStoredGrinder, GrinderPorts } from '../equipment/own-grinders.ts'
import { type OwnedEquipment, type OwnedItem, usedFirst } from '../equipment/owned-equipment.ts'
import { Fault, type FaultCode } from '../errors.ts'
import { grinderOf, machineCalled } from '../grind/find.ts'
import { GivenMethod, type MethodId } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { givenName, meantBy, type Nameable } from '../grind/naming.ts'
import { inARow } from '../names.ts'
import { calledInput, thoseCalled } from './called.ts'

export const grinderInput = calledInput(
  'The grinder as they call it, such as "k ultra". Default: the one last used with that brewer.',
)
export const brewerInput = calledInput(
  'The brewer or method as they call it: "v60", "aeropress go", "espresso". Default: as they brewed last.',
)

export const styleInput = v.optional(
  v.pipe(
    GivenStyle,
    v.description('Only if it is not brewed in the usual way: iced, inverted, concentrate and so on.'),
  ),
)

export interface OwnGearPorts extends GrinderPorts {
  machines: Machines
  ownedEquipment: OwnedEquipment
}

/** The grinder a person names, from their gear or else the catalog; if they name none, their default one. */
export async function ownGrinderCalled(
  given: string | undefined,
  { grinders, ownGrinders, ownedEquipment }: OwnGearPorts,
  person: Person,
): Promise<AnyStoredGrinder | undefined> {
  const items = await ownedEquipment.grinders.list(person.id)
  if (given === undefined) {
    const own = usedFirst(items)
    return own && ownGrinders.of(person.id, own.itemId)
  }
  const own = itsOwn(items, grinders.byId)
  const found = gearCalled(given, own, 'grinder-not-found') ?? grinderOf(grinders, given)
  return ownGrinders.of(person.id, found.id)
}

/** A method, and the brewer for it if one is meant. */
export interface NamedBrewer {
  method: MethodId
  machine: StoredMachine | undefined
}

/** Their brewers, starting with the default one. */
export async function ownBrewers(
  { machines, ownedEquipment }: Pick<OwnGearPorts, 'machines' | 'ownedEquipment'>,
  person: Person,
): Promise<NamedBrewer[]> {
  const items = await ownedEquipment.machines.list(person.id)
  const first = usedFirst(items)
  return itsOwn([...(first ? [first] : []), ...items.filter(item => item !== first)], machines.byId).map(
    ({ thing }) => ({
      method: thing.brewMethod,
      machine: thing,
    }),
  )
}

/** The brewer a person names. A method ("v60") stands for their brewer for it, if they have one. */
export async function ownBrewerCalled(
  given: string,
  { machines, ownedEquipment }: Pick<OwnGearPorts, 'machines' | 'ownedEquipment'>,
  person: Person,
): Promise<NamedBrewer> {
  const items = await ownedEquipment.machines.list(person.id)
  const own = itsOwn(items, machines.byId)
  const first = (some: typeof own) => {
    const item = usedFirst(some.map(({ item }) => item))
    return some.find(one => one.item === item)?.thing
  }
  const method = v.safeParse(GivenMethod, given)
  if (method.success)
    return { method: method.output, machine: first(own.filter(({ thing }) => thing.brewMethod === method.output)) }
  const machine = gearCalled(given, own, 'not-found') ?? machineCalled(machines, given)
  return { method: machine.brewMethod, machine }
}

interface ItemOfGear<T> {
  item: OwnedItem
  thing: T
}

const itsOwn = <T>(items: readonly OwnedItem[], byId: (id: number) => T | undefined): ItemOfGear<T>[] =>
  items.flatMap(item => {
    const thing = byId(item.itemId)
    return thing ? [{ item, thing }] : []
  })

/** By its nickname, else by its name as in a search. Undefined if nothing they own matches. */
function gearCalled<T extends Nameable>(given: string, own: readonly ItemOfGear<T>[], code: FaultCode): T | undefined {
  const nicknamed = thoseCalled(
    given,
    own.filter(({ item }) => item.nickname !== null),
    ({ item }) => [item.nickname ?? ''],
  ).map(({ thing }) => thing)
  const found =
    nicknamed.length > 0
      ? nicknamed
      : meantBy(
          givenName(given),
          own.map(({ thing }) => thing),
        ).found
  const [one, ...others] = found
  if (one === undefined || others.length === 0) return one
  throw new Fault(
    code,
    `"${atMost(given, 60)}" matches several of yours: ${inARow(found.slice(0, 8).map(fullName))}. Be more specific.`,
  )
}
