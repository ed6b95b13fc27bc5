import type { Equipment, StoredFilter, StoredGrinder, StoredMachine } from '../../core/equipment/equipment.ts'
import { curveThrough } from '../../core/grind/curve.ts'
import { dialOf } from '../../core/grind/dial.ts'
import { brewMethods, type MethodId, methodById } from '../../core/grind/methods.ts'
import popular from '../../db/demo/gear.json' with { type: 'json' }
import type { Random } from './random.ts'

/** A brewer, a grinder that grinds for it, and the filters that fit it. */
export interface GearSet {
  machine: StoredMachine
  grinder: StoredGrinder
  filters: readonly StoredFilter[]
}

/** The catalog by popularity: a few items are common, most are rare. */
export interface Gear {
  pick: (random: Random, method: MethodId, owned?: readonly GearSet[]) => GearSet | undefined
  setOf: (grinderSlug: string, machineSlug: string) => GearSet
}

/** How often each method is brewed with each roast level, from light to dark. */
export const methodShares: Readonly<Record<MethodId, readonly number[]>> = popular.methods

export function gearOf({ grinders, machines, filters }: Equipment): Gear {
  const suited = new Map(brewMethods.map(({ id }) => [id, grinders.list().filter(grinder => suits(grinder, id))]))
  const gearSet = (machine: StoredMachine, grinder: StoredGrinder): GearSet => ({
    machine,
    grinder,
    filters: filters.list().filter(({ brewers }) => brewers.includes(machine.slug)),
  })
  return {
    pick: (random, method, owned = []) => {
      const machine = random.weighted(
        machines.list().filter(({ brewMethod }) => brewMethod === method),
        ({ slug }) => weightOf(popular.machines, slug),
      )
      const choice = suited.get(method) ?? []
      const known = owned.map(({ grinder }) => grinder).find(grinder => choice.includes(grinder))
      const grinder = known ?? random.weighted(choice, ({ slug }) => weightOf(popular.grinders, slug))
      return machine && grinder && gearSet(machine, grinder)
    },
    setOf: (grinderSlug, machineSlug) => {
      const grinder = grinders.bySlug(grinderSlug)
      const machine = machines.list().find(({ slug }) => slug === machineSlug)
      if (!grinder || !machine) throw new Error(`The catalog lacks ${grinderSlug} or ${machineSlug}.`)
      return gearSet(machine, grinder)
    },
  }
}

const weightOf = (weights: Record<string, number>, slug: string) => weights[slug] ?? 1

/** Whether the dial covers the method's whole range of grind indexes. */
function suits(grinder: StoredGrinder, method: MethodId) {
  const band = methodById[method].grindIndex
  const { settingAt } = curveThrough(grinder.references)
  const { reaches } = dialOf(grinder)
  return reaches(settingAt(band.low)) && reaches(settingAt(band.high))
}
