import type postgres from 'postgres'
import { fullName, type NamedMachine } from '../../../core/grind/name.ts'
import type { Author, RecipeOwner, Recipes } from '../../../core/recipes/recipes.ts'
import { StoredVersion } from '../../../core/recipes/versions.ts'
import type { HeldEquipment } from '../catalog/equipment.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { queueBounded } from '../events/outbox.ts'
import { changed, fullNameColumns, listed, schemaFields, selected, writtenRow } from '../queries/columns.ts'
import { lockCoffees, lockPublishing, lockRecipes } from '../queries/locks.ts'
import { nestedOne, part } from '../queries/nested.ts'
import { type Cursors, type KeyedRow, keysOfLast } from '../queries/page.ts'
import { literalLimit, roomFor } from '../queries/planner.ts'
import { affectsAny, findsAny, first } from '../queries/rows.ts'
import {
  asStoredNow,
  authorColumns,
  derivedFields,
  recipeFields,
  recipeInDetail,
  recipeInList,
  recomposedFields,
} from './recipe-columns.ts'
import { stylesMatching } from './recipe-facets.ts'
import { countMatching, narrow, plannedFor } from './recipe-filter.ts'
import { bestOrderOfFew, movedSince, placeOrder, placesOf, walkFrom } from './recipe-order.ts'
import { recommendIn } from './recommend.ts'

export function recipesIn(sql: Sql, cursors: Cursors, equipment: HeldEquipment): Recipes {
  const inList = recipeInList(sql, equipment)
  const inDetail = recipeInDetail(sql, equipment)

  const byIds: Recipes['byIds'] = ids =>
    inList.read(sql`
      select ${inList.columns}
      from unnest(${[...ids]}::int[]) with ordinality asked (id, position)
      join recipes on recipes.id = asked.id
      ${inList.joins}
      where recipes.hidden_at is null
      order by asked.position`)

  const detailWhere = (it: postgres.Fragment) =>
    first(
      inDetail.read(sql`
      select ${inDetail.columns}
      from recipes
      ${inDetail.joins}
      where ${it}
        and recipes.hidden_at is null`),
    )
  return {
    list: async ({ filter, sort, limit, cursor }) => {
      const list = `recipes ${sort} ${JSON.stringify(filter)}`
      const walk = walkFrom(cursors.read(list, cursor))
      const narrowed = await narrow(sql, filter)
      return plannedFor(sql, narrowed, async sql => {
        const total = await countMatching(sql, narrowed)
        if (total === 0) return { ...cursors.page(list, [], limit), total }
        const { order, keys } = placeOrder(sql, sort, walk)
        const room = roomFor(limit + 1)
        const rows = await inList.read<KeyedRow>(sql`
        with ${movedSince(sql, walk)}, place as (
          ${placesOf(sql, { filter: narrowed, total, sort, limit: room, walk })}
        )
        select ${inList.columns}, ${keysOfLast(sql, limit, { order, keys })} as keys
        from place
        join recipes on recipes.id = place.id
        ${inList.joins}
        order by ${order}
        ${literalLimit(sql, room)}`)
        return { ...cursors.page(list, rows, limit), total }
      })
    },

    styles: async filter => {
      const narrowed = await narrow(sql, filter)
      return plannedFor(sql, narrowed, sql => stylesMatching(sql, narrowed))
    },

    browse: async ({ filter, sort, limit, offset }) => {
      const narrowed = await narrow(sql, filter)
      return plannedFor(sql, narrowed, async sql => {
        const total = await countMatching(sql, narrowed)
        if (total <= offset) return { data: [], total }
        const { order } = placeOrder(sql, sort, undefined)
        const data = await inList.read(sql`
        with place as (
          ${placesOf(sql, { filter: narrowed, total, sort, limit: roomFor(limit), offset })}
        )
        select ${inList.columns}
        from place
        join recipes on recipes.id = place.id
        ${inList.joins}
        order by ${order}`)
        return { data: data.slice(0, limit), total }
      })
    },

    ...recommendIn(sql, cursors, { byIds, inList }),

    byIds,

    byId: id => detailWhere(sql`recipes.id = ${id}`),

    variations: async (of, { limit, offset }) => {
      const isOne = 'parentId' in of ? sql`parent_id = ${of.parentId}` : sql`technique = ${of.technique}`
      const [counted] = await sql<{ total: number }[]>`
        select count(*) as total
        from recipe_forks
        join recipes on recipes.id = recipe_id and recipes.hidden_at is null
        where ${isOne}`
      const data = await inList.read(sql`
        with variation as (
          select recipe_id as id
          from recipe_forks
          join recipes on recipes.id = recipe_id and recipes.hidden_at is null
          where ${isOne}
          order by ${bestOrderOfFew(sql, 'recipes')}
          ${literalLimit(sql, roomFor(limit))}
          offset ${offset}
        )
        select ${inList.columns}
        from variation
        join recipes on recipes.id = variation.id
        ${inList.joins}
        order by ${bestOrderOfFew(sql, 'recipes')}`)
      return { data: data.slice(0, limit), total: counted?.total ?? 0 }
    },

    versions: (id, { limit, offset }) => sql<StoredVersion[]>`
      select version, written_at, ${listed(sql, versionFields)}
      from recipe_versions
      where recipe_id = ${id}
      union all
      select version, coalesce(edited_at, created_at), ${listed(sql, versionFields)}
      from recipes
      where id = ${id}
        and hidden_at is null
      order by version desc
      limit ${limit}
      offset ${offset}`,

    byShareId: shareId => detailWhere(sql`recipes.share_id = ${shareId}`),

    ofRoaster: roasterRecipeId => detailWhere(sql`recipes.roaster_recipe_id = ${roasterRecipeId}`),

    isRoasterRecipeHidden: roasterRecipeId =>
      findsAny(sql`
        select
        from recipes
        where roaster_recipe_id = ${roasterRecipeId}
          and hidden_at is not null`),

    ownerOf: async id => {
      const row = await nestedOne<Omit<RecipeOwner, 'machine'> & { machine: NamedMachine }>(sql`
        select recipes.id as recipe_id,
               coffees.name as coffee_name,
               ${part(sql, 'machines', 'machine', fullNameColumns)},
               ${part(sql, 'users', 'author', authorColumns)}
        from recipes
        join coffees on coffees.id = recipes.coffee_profile_id
        join machines on machines.id = recipes.machine_id
        left join users on users.id = recipes.created_by and users.disabled_at is null
        where recipes.id = ${id}
          and recipes.hidden_at is null`)
      return row && { ...row, machine: fullName(row.machine) }
    },

    roasterTeamOf: id => sql<Author[]>`
      select ${selected(sql, 'users', authorColumns)}
      from recipes
      join roaster_members on roaster_members.roaster_id = recipes.roaster_id
      join users on users.id = roaster_members.user_id and users.disabled_at is null
      where recipes.id = ${id}
        and recipes.roaster_recipe_id is not null`,

    create: ({ now, ...recipe }, mailsAbout = () => []) =>
      transact(sql, async sql => {
        const id = await insertRecipe(sql, { now, ...recipe })
        for (const mail of mailsAbout(id)) await queueBounded(sql, mail, now)
        return id
      }),

    revise: (id, authorId, recipe, points, now) =>
      transact(sql, async sql => {
        const [own] = await lockRecipes(sql, sql`id = ${id} and created_by = ${authorId} and hidden_at is null`)
        if (!own) return false
        await sql`
          update recipes
          set ${changed(sql, 'recipes', recomposedFields, await asStoredNow(sql, recipe))}, edited_at = ${now}
          where id = ${id}`
        await sql`
          update recipe_forks
          set step_points = ${points}
          where recipe_id = ${id}
            and step_points <> ${points}`
        return true
      }),

    remove: (id, authorId) =>
      affectsAny(sql`
        delete from recipes
        where id = ${id}
          and created_by = ${authorId}
          and hidden_at is null`),

    // If two requests share it at once, the second waits and gets the id of the first.
    share: async (id, newShareId) => {
      await sql`
        update recipes
        set share_id = ${newShareId}
        where id = ${id}
          and hidden_at is null
          and share_id is null`
      const [row] = await sql<{ shareId: string }[]>`
        select share_id
        from recipes
        where id = ${id}
          and hidden_at is null`
      return row?.shareId
    },

    setHidden: (id, hiddenAt) =>
      affectsAny(sql`
        update recipes
        set hidden_at = case when ${hiddenAt}::timestamptz is null then null else coalesce(hidden_at, ${hiddenAt}) end
        where id = ${id}`),
  }
}

export const versionFields = schemaFields(StoredVersion, 'version', 'writtenAt')
export const composedFields = [...recipeFields, ...derivedFields]
const writtenFields = [...composedFields, 'createdBy', 'createdAt', 'version', 'editedAt']

export async function insertRecipe(
  sql: Transaction,
  { now, basis, ...given }: Parameters<Recipes['create']>[0],
  { version, editedAt }: { version: number; editedAt: string | null } = { version: 1, editedAt: null },
) {
  await sql`select from users where id = ${given.createdBy} for key share`
  await lockPublishing(sql, given.coffeeProfileId, 'shared')
  await lockCoffees(sql, sql`id = ${given.coffeeProfileId}`)
  const [row] = await sql<{ id: number }[]>`
    insert into recipes ${writtenRow(sql, writtenFields, { ...(await asStoredNow(sql, given)), createdAt: now, version, editedAt })}
    returning id`
  if (!row) throw new Error('The recipe was not stored.')
  if (basis)
    await sql`
      insert into recipe_forks (recipe_id, parent_id, parent_version, technique, step_points)
      values (${row.id}, ${basis.parentId}, ${basis.parentVersion}, ${basis.technique}, ${basis.stepPoints})`
  return row.id
}

/** A list whose first page is older than an hour goes on with the values of now. */
export async function forgetRecipeMoves(sql: Transaction) {
  await sql`delete from recipe_moves where moved_at < now() - interval '1 hour'`
}
