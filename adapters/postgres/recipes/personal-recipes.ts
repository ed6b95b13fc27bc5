import type { Fragment, PendingQuery, Row } from 'postgres'
import { PersonalVersion, StoredPersonalRecipe } from '../../../core/personal-recipes/model.ts'
import type { NewPersonalRecipe, PersonalRecipes } from '../../../core/personal-recipes/personal-recipes.ts'
import type { Basis } from '../../../core/recipes/lineage.ts'
import { coffeeBehind, ofKnownCoffee } from '../catalog/coffee-columns.ts'
import type { HeldEquipment } from '../catalog/equipment.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { changed, fieldsOf, listed, schemaFields, selected, writtenRow } from '../queries/columns.ts'
import { nested } from '../queries/nested.ts'
import { literalLimit, roomFor } from '../queries/planner.ts'
import { affectsAny, first } from '../queries/rows.ts'
import { type BasisRow, basisInRow, lineageOf } from './lineage.ts'

const givenFields = schemaFields(
  StoredPersonalRecipe,
  ...(['id', 'brewLogId', 'coffee', 'createdAt', 'version', 'editedAt', 'basedOn'] as const),
)
const basisFields = fieldsOf<Basis>({ parentId: true, parentVersion: true, technique: true })
const plainFields = [...givenFields, 'brewLogId', 'createdAt']
/** The columns in an export of an account. */
export const personalRecipeFields = [...plainFields, 'version', 'editedAt', ...basisFields]
const writtenFields = [...plainFields, 'version', 'editedAt', 'userId', ...basisFields]
export const personalVersionFields = schemaFields(PersonalVersion, 'version', 'writtenAt')

/** To insert a recipe that was written by hand, saved from a brew, or imported as the version it was. */
export const personalRecipeRow = (
  sql: Sql | Transaction,
  recipe: NewPersonalRecipe & { userId: number; brewLogId?: number | null; createdAt: Date | string },
  { version, editedAt }: { version: number; editedAt: string | null } = { version: 1, editedAt: null },
) => writtenRow(sql, writtenFields, { ...recipe, version, editedAt })

type PersonalRecipeRead = Omit<StoredPersonalRecipe, 'basedOn'> & { basis: BasisRow | null }

export function personalRecipesIn(sql: Sql, equipment: HeldEquipment): PersonalRecipes {
  const coffee = coffeeBehind(sql, 'mine')
  const columns = sql`
    ${selected(sql, 'mine', ['id', ...plainFields, 'version', 'editedAt'])},
    ${basisInRow(sql, sql`mine`)} as basis,
    ${coffee.columns}`

  const read = async (query: PendingQuery<Row[]>) =>
    (await nested<PersonalRecipeRead>(query)).map(row => presentRow(row))
  const presentRow = ({ basis, ...row }: PersonalRecipeRead): StoredPersonalRecipe => ({
    ...row,
    ...lineageOf({ basis }, equipment),
  })

  const oneWhere = (condition: Fragment) =>
    first(
      read(sql`
      select ${columns}
      from personal_recipes mine
      ${coffee.joins}
      where ${condition}`),
    )
  const byId: PersonalRecipes['byId'] = (userId, id) => oneWhere(sql`mine.id = ${id} and mine.user_id = ${userId}`)

  return {
    list: async (userId, { limit, offset }) => {
      const rows = await read(sql`
      select ${columns}
      from personal_recipes mine
      ${coffee.joins}
      where mine.user_id = ${userId}
      order by mine.created_at desc, mine.id desc
      ${literalLimit(sql, roomFor(limit))}
      offset ${offset}`)
      return rows.slice(0, limit)
    },

    byId,

    ofBrew: (userId, brewLogId) => oneWhere(sql`mine.brew_log_id = ${brewLogId} and mine.user_id = ${userId}`),

    create: (userId, recipe, now) =>
      first(
        read(sql`
        with mine as (
          insert into personal_recipes ${personalRecipeRow(sql, { ...recipe, userId, createdAt: now })}
          ${ofKnownCoffee(sql, recipe)}
          returning *
        )
        select ${columns}
        from mine
        ${coffee.joins}`),
      ),

    revise: async (userId, id, changes, now) => {
      await sql`
        update personal_recipes
        set ${changed(sql, 'personalRecipes', givenFields, changes)}, edited_at = ${now}
        where id = ${id}
          and user_id = ${userId}`
      return byId(userId, id)
    },

    versions: (userId, id, { limit, offset }) => sql<PersonalVersion[]>`
      select version, written_at, ${listed(sql, personalVersionFields)}
      from personal_recipe_versions
      where personal_recipe_id = (select id from personal_recipes where id = ${id} and user_id = ${userId})
      union all
      select version, coalesce(edited_at, created_at), ${listed(sql, personalVersionFields)}
      from personal_recipes
      where id = ${id}
        and user_id = ${userId}
      order by version desc
      limit ${limit}
      offset ${offset}`,

    remove: (userId, id) => affectsAny(sql`delete from personal_recipes where id = ${id} and user_id = ${userId}`),
  }
}
