import type { Person } from '../accounts/model.ts'
import type { StyleId } from '../adaptation/style-figures.ts'
import { type BrewPorts, withNextStep } from '../brews/brews.ts'
import type { BrewLog, NextStep, RoastedBrew } from '../brews/model.ts'
import { afterStep } from '../brews/next-step.ts'
import type { BagPorts } from '../brews/own-bag.ts'
import { calibratedEquipmentOf } from '../brews/present.ts'
import { daysOffRoastOn } from '../coffees/bag-days.ts'
import { rangeAtSetting } from '../dial/dial-in.ts'
import { FIRST_DRINKER } from '../drinkers/model.ts'
import type { StoredMachine } from '../equipment/equipment.ts'
import { type OwnedEquipment, usedFirst } from '../equipment/owned-equipment.ts'
import { usualMachine } from '../equipment/usual.ts'
import { usualMethod } from '../grind/chart.ts'
import { dialOf } from '../grind/dial.ts'
import { type DialTurn, dialTurn } from '../grind/dial-words.ts'
import type { MethodId } from '../grind/methods.ts'
import type { SettingRange } from '../grind/range.ts'
import { adaptedFor } from '../setup/adapt-recipe.ts'
import type { SetupPorts } from '../setup/setup.ts'
import type { DialNow, Dials } from './dials.ts'
import type { OpenBag } from './stand.ts'

/** The setting that a bag needs by a method, and how far it is from where the dial is. */
export interface NeededSetting {
  /** Null: the last brew, which named no coffee. */
  bag: OpenBag | null
  method: MethodId
  style: StyleId | null
  grinderId: number
  machine: StoredMachine | undefined
  /** The brew that leads to it by its next step; null: a recipe by rule. */
  brew: (BrewLog & { nextStep: NextStep | null }) | null
  setting: number
  range: SettingRange
  reachable: boolean
  /** Null while nobody knows where the dial is. */
  turn: DialTurn | null
}

export interface NeededPorts extends SetupPorts, BrewPorts {
  bags: BagPorts['bags']
  dials: Pick<Dials, 'openBags'>
  ownedEquipment: OwnedEquipment
}

/**
 * For every open bag and method that it is brewed by, where the coach left off. A bag that was not
 * brewed yet needs what the recipe by rule says, by the method and with the brewer of the last brew,
 * or else with the person's own brewer. The last brew comes first: it leads to the next cup.
 */
export async function neededSettings(
  dials: readonly DialNow[],
  most: number,
  ports: NeededPorts,
  person: Person,
): Promise<NeededSetting[]> {
  if (dials.length === 0) return []
  const { id, drinkerId = FIRST_DRINKER } = person
  const today = ports.clock().toISOString().slice(0, 10)
  const [bags, last, equipment] = await Promise.all([
    ports.dials.openBags(id, most, today),
    ports.brews.last(id, drinkerId),
    calibratedEquipmentOf(person, ports),
  ])
  const newest = await ports.brews.newestByMethod(id, bags, drinkerId)
  const isOpen = last && (last.bag === null || bags.some(isBagOf(last)))
  const brews = [...(isOpen && !newest.some(({ id }) => id === last.id) ? [last] : []), ...newest].slice(0, most)
  const needed: NeededSetting[] = []
  for (const brew of brews) {
    const brewLog = await withNextStep(brew, equipment, ports, person, drinkerId)
    const bag = bags.find(isBagOf(brew)) ?? bagOf(brew)
    const one = neededByCoach(brewLog, bag, dials) ?? (bag && (await neededByRule(bag, brew, dials, ports, person)))
    if (one) needed.push(one)
  }
  for (const bag of bags.slice(0, most - needed.length))
    if (!newest.some(brew => isBagOf(brew)(bag))) needed.push(await neededByRule(bag, last, dials, ports, person))
  return needed
}

const isBagOf =
  ({ coffeeProfileId, bag }: Pick<RoastedBrew, 'coffeeProfileId' | 'bag'>) =>
  (open: OpenBag) =>
    coffeeProfileId === null ? bag !== null && open.bagId === bag.id : open.coffeeProfileId === coffeeProfileId

const bagOf = ({ coffee, bag }: Pick<RoastedBrew, 'coffee' | 'bag'>): OpenBag | null =>
  coffee
    ? { coffeeProfileId: coffee.id, bagId: null, name: coffee.name, roasterName: coffee.roasterName }
    : bag && { coffeeProfileId: null, bagId: bag.id, name: bag.name, roasterName: bag.roasterName }

/** Undefined if it was not ground on one of these dials. */
function neededByCoach(
  brew: Awaited<ReturnType<typeof withNextStep>>,
  bag: OpenBag | null,
  dials: readonly DialNow[],
): NeededSetting | undefined {
  const dial = dials.find(({ grinder }) => grinder.id === brew.grinderId)
  const { grindSetting } = afterStep(brew, brew.nextStep)
  if (!dial || grindSetting === null || !dialOf(dial.grinder).holds(grindSetting)) return
  const { method, style } = brew
  return {
    bag,
    method,
    style,
    brew,
    machine: undefined,
    ...turnFor(dial, grindSetting),
    range: rangeAtSetting(dial.grinder, grindSetting),
    reachable: true,
  }
}

async function neededByRule(
  bag: OpenBag,
  last: RoastedBrew | undefined,
  dials: readonly DialNow[],
  ports: NeededPorts,
  person: Person,
): Promise<NeededSetting> {
  const dial = dials.find(({ grinder }) => grinder.id === last?.grinderId) ?? (dials[0] as DialNow)
  const machine = await machineFor(last, usualMethod(dial.grinder), ports, person)
  const own = bag.bagId === null ? undefined : await ports.bags.byId(person.id, bag.bagId)
  const { adaptedRecipe } = await adaptedFor(
    {
      machineId: machine.id,
      grinderId: dial.grinder.id,
      ...(bag.coffeeProfileId === null
        ? {
            roastLevel: own?.roastLevel ?? 'MEDIUM',
            isDecaf: own?.coffeeType === 'DECAF',
            daysOffRoast: own && daysOffRoastOn(ports.clock().toISOString().slice(0, 10), own),
          }
        : { coffeeId: bag.coffeeProfileId }),
      strength: 3,
      taste: 0,
    },
    0,
    ports,
    person,
  )
  const { style, grindRange: range, reachable } = adaptedRecipe
  const method = machine.brewMethod
  return { bag, method, style, brew: null, machine, ...turnFor(dial, adaptedRecipe.grindSetting), range, reachable }
}

const turnFor = ({ grinder, stand }: DialNow, setting: number) => ({
  grinderId: grinder.id,
  setting,
  turn: stand && dialTurn(grinder, stand.setting, setting),
})

/** The brewer of the last brew, else one of their own for its method, else their default, else a common one. */
async function machineFor(
  last: RoastedBrew | undefined,
  usual: MethodId,
  { machines, ownedEquipment }: NeededPorts,
  { id }: Person,
): Promise<StoredMachine> {
  const used = last?.machineId == null ? undefined : machines.byId(last.machineId)
  if (used) return used
  const owned = await ownedEquipment.machines.list(id)
  const alike = owned.filter(({ itemId }) => machines.byId(itemId)?.brewMethod === last?.method)
  const own = usedFirst(last ? alike : owned)
  return (own && machines.byId(own.itemId)) ?? usualMachine({ machines }, last?.method ?? usual)
}
