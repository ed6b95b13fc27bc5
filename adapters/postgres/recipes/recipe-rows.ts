import type { PendingQuery, Row } from 'postgres'
import { type NamedUser, presentPerson } from '../../../core/accounts/model.ts'
import type { StoredFilter, StoredGrinder, StoredMachine } from '../../../core/equipment/equipment.ts'
import { describedByItsOwner } from '../../../core/equipment/seen-grinders.ts'
import { grinderRef } from '../../../core/grind/ref.ts'
import { grinderDetail } from '../../../core/recipes/as-seen.ts'
import type { Recipe, RecipeDetail } from '../../../core/recipes/model.ts'
import { hundredths } from '../../../core/rounding.ts'
import type { HeldEquipment } from '../catalog/equipment.ts'
import { nested } from '../queries/nested.ts'
import { type BasisRow, lineageOf } from './lineage.ts'

/** The rows that recipe-columns.ts selects. */
interface WrittenBy {
  createdBy: NamedUser | null
  basis: BasisRow | null
}
type RecipeRow = Omit<Recipe, 'createdBy' | 'grinder' | 'machine' | 'tasteMatchScore' | 'onGrinder' | 'viewer'> &
  WrittenBy
type DetailRow = Omit<RecipeDetail, 'createdBy' | 'grinder' | 'machine' | 'filter' | 'onGrinder' | 'viewer'> & WrittenBy

type Used = Pick<RecipeRow, 'id' | 'grinderId' | 'machineId' | 'filterId'>

interface RowEquipment {
  machines: HeldEquipment['machines']
  grinder: StoredGrinder
  machine: StoredMachine
  filter: StoredFilter | undefined
}

/** Reads rows, and adds their equipment. Other selected columns stay. */
export const readingWith =
  <Known extends Used, Shape>(equipment: HeldEquipment, shape: (row: Known, used: RowEquipment) => Shape) =>
  async <More = unknown>(query: PendingQuery<Row[]>): Promise<(Shape & More)[]> => {
    const rows = await nested<Known>(query)
    const found = rows.map(row => equipmentOf(equipment, row))
    // Another process may just have imported some. A grinder that is still unknown was described.
    if (found.includes(undefined)) {
      await equipment.refresh()
      for (const { grinderId } of rows) if (!equipment.grinders.byId(grinderId)) equipment.described.add(grinderId)
    }
    return rows.map((row, at) => {
      const used = found[at] ?? equipmentOf(equipment, row)
      if (!used) throw new Error(`Recipe ${row.id} names equipment that is not there.`)
      return shape(row, used) as Shape & More
    })
  }

function equipmentOf({ grinders, machines, filters, described }: HeldEquipment, row: Used): RowEquipment | undefined {
  const { grinderId } = row
  const grinder = grinders.byId(grinderId) ?? (described.has(grinderId) ? describedByItsOwner(grinderId) : undefined)
  const machine = machines.byId(row.machineId)
  const filter = row.filterId === null ? undefined : filters.byId(row.filterId)
  return grinder && machine && (filter || row.filterId === null) ? { grinder, machine, filter, machines } : undefined
}

/** What a list shows. */
export const recipeOf = ({ basis, variationCount, ...row }: RecipeRow, used: RowEquipment): Recipe => ({
  ...row,
  ...lineageOf({ basis, variationCount }, used),
  avgRating: rounded(row.avgRating),
  createdBy: row.createdBy && presentPerson(row.createdBy),
  grinder: grinderRef(used.grinder),
  machine: machineOf(used),
})

export const detailOf = ({ basis, variationCount, ...row }: DetailRow, used: RowEquipment): RecipeDetail => ({
  ...row,
  ...lineageOf({ basis, variationCount }, used),
  avgRating: rounded(row.avgRating),
  createdBy: row.createdBy && presentPerson(row.createdBy),
  grinder: { ...grinderRef(used.grinder), ...grinderDetail(used.grinder) },
  machine: { ...machineOf(used), defaultWaterTempF: used.machine.defaultWaterTempF },
  filter: used.filter ? filterOf(used.filter) : null,
})

const rounded = (rating: number | null) => (rating === null ? null : hundredths(rating))
const machineOf = ({ machine: { id, brand, model, brewMethod } }: RowEquipment) => ({ id, brand, model, brewMethod })
const filterOf = ({ id, name, type, description }: StoredFilter) => ({ id, name, type, description })
