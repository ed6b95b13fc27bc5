import type { StoredFilter, StoredGrinder, StoredMachine } from '../../core/equipment/equipment.ts'
import { grinderRef } from '../../core/grind/name.ts'
import type { Recipe, RecipeDetail } from '../../core/recipes/model.ts'
import { hundredths } from '../../core/rounding.ts'
import type { HeldEquipment } from './equipment.ts'

/** A flat row, as the columns of recipe-columns.ts give it. */
export type RecipeRow = Figures &
  Omit<Recipe['coffee'], 'id' | 'name' | 'slug'> & {
    coffeeName: string
    coffeeSlug: string
    roasterId: number
    authorId: number | null
    /** Of nobody, where there is no author. */
    authorName: string
  }

export type DetailRow = RecipeRow &
  Pick<RecipeDetail, 'commentCount'> &
  Pick<RecipeDetail['coffee'], 'coffeeType' | 'processingMethod'> & {
    coffeeDescription: string | null
    roasterCity: string | null
    roasterState: string | null
    roasterCountry: string | null
    roasterLogoUrl: string | null
    roasterWebsiteUrl: string | null
    roasterIsVerified: boolean
  }

type Figures = Omit<Recipe, 'coffee' | 'grinder' | 'machine' | 'createdBy' | 'tasteMatchScore'>

interface RowEquipment {
  grinder: StoredGrinder
  machine: StoredMachine
  filter: StoredFilter | undefined
}

/** Whatever else the query selected stays on a row's shape. */
type Shaped<Shape, Row, Known> = Shape & Omit<Row, keyof Known>

/** Rows with their equipment. What another process imported a moment ago is read first. */
export async function withEquipment<Known extends RecipeRow, Row extends Known, Shape>(
  equipment: HeldEquipment,
  rows: readonly Row[],
  shape: (row: Known, used: RowEquipment) => Shape,
): Promise<Shaped<Shape, Row, Known>[]> {
  const found = rows.map(row => equipmentOf(equipment, row))
  if (found.includes(undefined)) await equipment.refresh()
  return rows.map((row, at) => {
    const used = found[at] ?? equipmentOf(equipment, row)
    if (!used) throw new Error(`Recipe ${row.id} names equipment that is not there.`)
    return shape(row, used) as Shaped<Shape, Row, Known>
  })
}

function equipmentOf({ grinders, machines, filters }: HeldEquipment, row: Figures): RowEquipment | undefined {
  const grinder = grinders.byId(row.grinderId)
  const machine = machines.byId(row.machineId)
  const filter = row.filterId === null ? undefined : filters.byId(row.filterId)
  return grinder && machine && (filter || row.filterId === null) ? { grinder, machine, filter } : undefined
}

/** What a list shows. */
export function recipeOf(row: RecipeRow, used: RowEquipment): Recipe {
  const { coffee, roaster, author, ...rest } = partsOf(row)
  return {
    ...rest,
    coffee: { ...coffee, roasterName: roaster.name, roasterSlug: roaster.slug },
    grinder: grinderRef(used.grinder),
    machine: machineOf(used),
    createdBy: author,
  }
}

export function detailOf(row: DetailRow, used: RowEquipment): RecipeDetail {
  const { coffee, roaster, author, ...rest } = partsOf(row)
  const { coffeeType, coffeeDescription, processingMethod, ...more } = rest
  const {
    roasterCity,
    roasterState,
    roasterCountry,
    roasterLogoUrl,
    roasterWebsiteUrl,
    roasterIsVerified,
    ...figures
  } = more
  const { grinder, machine, filter } = used
  return {
    ...figures,
    coffee: {
      ...coffee,
      coffeeType,
      description: coffeeDescription,
      processingMethod,
      roaster: {
        ...roaster,
        city: roasterCity,
        state: roasterState,
        country: roasterCountry,
        logoUrl: roasterLogoUrl,
        websiteUrl: roasterWebsiteUrl,
        isVerified: roasterIsVerified,
      },
    },
    grinder: {
      ...grinderRef(grinder),
      minGrindSetting: grinder.minSetting,
      maxGrindSetting: grinder.maxSetting,
      burrType: grinder.burrType,
      burrSizeMm: grinder.burrSizeMm,
    },
    machine: { ...machineOf(used), defaultWaterTempF: machine.defaultWaterTempF },
    filter: filter ? { id: filter.id, name: filter.name, type: filter.type, description: filter.description } : null,
    createdBy: author && { displayName: author.displayName },
  }
}

function partsOf<Row extends RecipeRow>(row: Row) {
  const { coffeeName, coffeeSlug, roastLevel, origin, flavorProfile, acidityLevel, bodyLevel, ...others } = row
  const { roasterId, roasterName, roasterSlug, authorId, authorName, ...figures } = others
  return {
    ...figures,
    avgRating: row.avgRating === null ? null : hundredths(row.avgRating),
    coffee: {
      id: row.coffeeProfileId,
      name: coffeeName,
      slug: coffeeSlug,
      roastLevel,
      origin,
      flavorProfile,
      acidityLevel,
      bodyLevel,
    },
    roaster: { id: roasterId, name: roasterName, slug: roasterSlug },
    author: authorId === null ? null : { id: authorId, displayName: authorName },
  }
}

const machineOf = ({ machine: { id, brand, model, brewMethod } }: RowEquipment) => ({ id, brand, model, brewMethod })
