import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import * as field from '../fields.ts'
import { comparedOf, type Difference, differenceBetween, type EquipmentNames } from '../recipes/difference.ts'
import { getRecipe, type Recipes } from '../recipes/recipes.ts'
import { differenceBefore, differenceOfEdit, StoredVersion } from '../recipes/versions.ts'

export const RecipeVersions = v.object({
  versions: v.array(
    v.object({
      ...StoredVersion.entries,
      notes: v.pipe(StoredVersion.entries.notes, v.description('Only its author sees the text of an earlier version.')),
      difference: differenceBefore,
    }),
  ),
  total: v.number(),
})
export const ListVersions = v.object({ id: field.id, page: field.page, limit: field.limit(20) })

/** All versions, the one of now first. What an author wrote and took away is not shown to others. */
export async function listVersions(
  { id, page, limit }: v.InferOutput<typeof ListVersions>,
  ports: { recipes: Recipes } & EquipmentNames,
  person: Person | undefined,
): Promise<v.InferOutput<typeof RecipeVersions>> {
  const recipe = await getRecipe({ id }, ports)
  const isAuthor = person !== undefined && recipe.createdBy?.id === person.id
  const found = await ports.recipes.versions(id, { limit: limit + 1, offset: (page - 1) * limit })
  const method = recipe.machine.brewMethod
  const versions = found.slice(0, limit).map((version, at) => {
    const before = found[at + 1]
    const change = before
      ? differenceOfEdit(
          differenceBetween(comparedOf(before, method), comparedOf(version, method), ports),
          before,
          version,
        )
      : null
    const isShown = isAuthor || version.version === recipe.version
    return isShown ? { ...version, difference: change } : { ...wordless(version), difference: change && silent(change) }
  })
  return { versions, total: recipe.version }
}

const wordless = (version: StoredVersion): StoredVersion => ({
  ...version,
  notes: null,
  grindSettingText: null,
  steps: withoutNotes(version.steps),
})

const silent = ({ changes, text }: Difference): Difference => ({
  changes: changes.map(change =>
    'steps' in change ? { ...change, steps: withoutNotes(change.steps ?? null) } : change,
  ),
  text,
})

const withoutNotes = (steps: StoredVersion['steps']) => steps?.map(({ note: _, ...step }) => step) ?? null
