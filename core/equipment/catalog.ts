import * as v from 'valibot'
import * as field from '../fields.ts'
import { BrewMethod, GivenMethod } from '../grind/methods.ts'
import { FilterDetails, GrinderDetails, MachineDetails, presentGrinder } from './details.ts'
import type { Grinders, Machines } from './equipment.ts'

const brand = v.optional(v.pipe(field.text(1, 200), v.description('Only this brand, case-insensitive.')))

export const BrowseGrinders = v.object({ brand })
export const BrowseMachines = v.object({ brand, brewMethod: v.optional(GivenMethod) })

const perBrand = <T extends v.GenericSchema>(item: T) => ({
  byBrand: v.record(v.string(), v.array(item)),
  brands: v.array(v.string()),
})
export const GrindersByBrand = v.object({ grinders: v.array(GrinderDetails), ...perBrand(GrinderDetails) })
export const MachinesByBrand = v.object({ machines: v.array(MachineDetails), ...perBrand(MachineDetails) })
export const FilterList = v.object({ filters: v.array(FilterDetails) })
export const BrewMethodList = v.object({ data: v.array(BrewMethod) })

export async function browseGrinders(
  { brand }: v.InferOutput<typeof BrowseGrinders>,
  { grinders: catalog }: { grinders: Grinders },
) {
  const grinders = catalog.list().filter(isOf(brand)).map(presentGrinder)
  return { grinders, ...byBrand(grinders) }
}

export async function browseMachines(
  { brand, brewMethod }: v.InferOutput<typeof BrowseMachines>,
  { machines: catalog }: { machines: Machines },
) {
  const machines = catalog
    .list()
    .filter(isOf(brand))
    .filter(machine => brewMethod === undefined || machine.brewMethod === brewMethod)
  return { machines, ...byBrand(machines) }
}

const isOf = (brand: string | undefined) => (item: { brand: string }) =>
  brand === undefined || item.brand.toLowerCase() === brand.toLowerCase()

function byBrand<T extends { brand: string }>(items: readonly T[]) {
  const byBrand = Object.groupBy(items, ({ brand }) => brand) as Record<string, T[]>
  return { byBrand, brands: Object.keys(byBrand) }
}
