import type postgres from 'postgres'
import type { AccountHere, BrewHere, FoundOrNew, RecipeHere, Transfers } from '../../../core/portability/transfers.ts'
import { PUBLISHING } from '../../../core/recipes/publishing.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { hitThisMinute, isAllowed } from '../events/limits.ts'
import { byColumn, written } from '../queries/columns.ts'
import { inSets } from '../queries/in-sets.ts'
import { personalRecipeRow, personalVersionFields } from '../recipes/personal-recipes.ts'
import { insertRecipe, versionFields } from '../recipes/recipes.ts'
import { coffeeCalled } from './imports.ts'

export function transfersIn(sql: Sql): Transfers {
  return {
    here: async userId => {
      const [row] = await sql<AccountHere[]>`
        select
          (
            select coalesce(json_agg(json_build_object(
              'id', id, 'createdAt', created_at, 'version', version, 'editedAt', edited_at
            )), '[]')
            from recipes
            where created_by = ${userId}
          ) as published,
          ${datedOf(sql, 'personal_recipes', 'user_id', userId)} as personal_recipes,
          ${datedOf(sql, 'collections', 'user_id', userId)} as collections,
          (
            select coalesce(json_agg(json_build_array(collection_id, recipe_id)), '[]')
            from collection_items
            join collections on collections.id = collection_id
            where user_id = ${userId}
          ) as items,
          array(select community_recipe_id from saved_recipes where user_id = ${userId}) as saved_recipes,
          array(select recipe_id from votes where user_id = ${userId}) as votes,
          array(select recipe_id from ratings where user_id = ${userId}) as ratings,
          array(select coffee_profile_id from coffee_library where user_id = ${userId}) as library,
          array(
            select slug
            from roaster_follows
            join roasters on roasters.id = roaster_id
            where user_id = ${userId}
          ) as follows`
      if (!row) throw new Error('One row was asked for.')
      const dated = <T extends { createdAt: string }>(rows: T[]) =>
        rows.map(row => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }))
      const { published, personalRecipes, collections } = row
      return {
        ...row,
        published: dated(published).map(({ editedAt, ...recipe }) => ({
          ...recipe,
          editedAt: editedAt && new Date(editedAt).toISOString(),
        })),
        personalRecipes: dated(personalRecipes),
        collections: dated(collections),
      }
    },

    coffees: async named => {
      const found: (number | undefined)[] = []
      for (const set of inSets(named, NAMES_AT_ONCE)) {
        const rows = await sql<{ id: number | null }[]>`
          select coalesce(by_slug.id, called.id) as id
          from unnest(
            ${set.map(({ roasterSlug }) => roasterSlug)}::text[],
            ${set.map(({ slug }) => slug)}::text[],
            ${set.map(({ roasterMatchName }) => roasterMatchName)}::text[],
            ${set.map(({ name }) => name)}::text[]
          ) with ordinality as wanted(roaster_slug, slug, roaster, name, at)
          left join roasters sluggish on sluggish.slug = wanted.roaster_slug
          left join coffees by_slug on by_slug.roaster_id = sluggish.id and by_slug.slug = wanted.slug
          ${coffeeCalled(sql)}
          order by wanted.at`
        found.push(...rows.map(({ id }) => id ?? undefined))
      }
      return found
    },

    recipes: async told => {
      const found: (RecipeHere | undefined)[] = []
      for (const set of inSets(told, NAMES_AT_ONCE)) {
        const wanted = set.map((recipe, at) => ({ at, ...byColumn(Object.keys(recipe), recipe) }))
        const rows = await sql<(RecipeHere & { at: number })[]>`
          select distinct on (wanted.at)
            wanted.at,
            recipes.id,
            recipes.version = wanted.version and recipes.edited_at is not distinct from wanted.edited_at as is_same_version
          from jsonb_to_recordset(${sql.json(wanted as postgres.JSONValue)}) as wanted(
            at int,
            coffee_profile_id int,
            machine_id int,
            grinder_id int,
            grind_setting float8,
            dose_grams float8,
            water_grams float8,
            created_at timestamptz,
            by_roaster boolean,
            version int,
            edited_at timestamptz
          )
          join recipes using (coffee_profile_id, machine_id, grinder_id, grind_setting, dose_grams, water_grams)
          where recipes.hidden_at is null
            and case when by_roaster then recipes.roaster_recipe_id is not null else recipes.created_at = wanted.created_at end
          order by wanted.at, recipes.id`
        const here = new Map(rows.map(({ at, ...recipe }) => [at, recipe]))
        found.push(...set.map((_, at) => here.get(at)))
      }
      return found
    },

    // One index lookup for each: for all together, everything between them would be read.
    brewsAt: async (userId, times) => {
      const found: BrewHere[] = []
      for (const set of inSets(times, TIMES_AT_ONCE))
        found.push(
          ...(await sql<BrewHere[]>`
            select brewed.id, brewed.method, brewed.dose_grams, brewed.water_grams, brewed.brewed_at, brewed.import_key
            from unnest(${set.map(({ at }) => at)}::timestamptz[], ${set.map(({ spanMs }) => spanMs)}::float8[]) asked (at, span)
            cross join lateral (
              select id, method, dose_grams, water_grams, brewed_at, import_key
              from brew_logs
              where user_id = ${userId}
                and brewed_at >= asked.at
                and brewed_at < asked.at + asked.span * interval '1 millisecond'
              order by brewed_at, id
              limit 100
            ) brewed`),
        )
      return found
    },

    mayPublish: (userId, now) =>
      isAllowed(sql, hitThisMinute(sql, PUBLISHING.act, `account ${userId}`, PUBLISHING.perMinute, now)),

    publish: (userId, { history, ...recipe }, createdAt) =>
      onceOf(sql, 'recipes', 'created_by', userId, createdAt, async sql => {
        const id = await insertRecipe(sql, { ...recipe, createdBy: userId, now: new Date(createdAt) }, history)
        const versions = history.earlier.map(version => ({ recipeId: id, ...version }))
        if (versions.length > 0)
          await sql`
          insert into recipe_versions
          ${written(sql, 'recipe_versions', ['recipeId', 'version', 'writtenAt', ...versionFields], versions)}`
        return id
      }),

    keepRecipe: (userId, { history, ...recipe }, createdAt) =>
      onceOf(sql, 'personal_recipes', 'user_id', userId, createdAt, async sql => {
        const [taken] = await sql`select from personal_recipes where brew_log_id = ${recipe.brewLogId}`
        const row = { ...recipe, userId, createdAt, brewLogId: taken ? null : recipe.brewLogId }
        const [kept] = await sql<{ id: number }[]>`
          insert into personal_recipes ${personalRecipeRow(sql, row, history)}
          returning id`
        const versions = history.earlier.map(version => ({ personalRecipeId: kept?.id, ...version }))
        if (versions.length > 0)
          await sql`
          insert into personal_recipe_versions
          ${written(sql, 'personal_recipe_versions', ['personalRecipeId', 'version', 'writtenAt', ...personalVersionFields], versions)}`
        return kept?.id
      }),

    keepCollection: (userId, { name, description }, createdAt) =>
      onceOf(sql, 'collections', 'user_id', userId, createdAt, async sql => {
        const [kept] = await sql<{ id: number }[]>`
          insert into collections (user_id, name, description, created_at)
          values (${userId}, ${name}, ${description}, ${createdAt})
          returning id`
        return kept?.id
      }),
  }
}

const NAMES_AT_ONCE = 100
const TIMES_AT_ONCE = 500

const datedOf = (sql: Sql, table: string, by: string, userId: number) => sql`(
  select coalesce(json_agg(json_build_object('id', id, 'createdAt', created_at)), '[]')
  from ${sql(table)}
  where ${sql(by)} = ${userId}
)`

/** One row for an instant: the lock makes two imports of one file take turns. */
const onceOf = (
  sql: Sql,
  table: string,
  by: string,
  userId: number,
  createdAt: string,
  insert: (sql: Transaction) => Promise<number | undefined>,
) =>
  transact(sql, async (sql): Promise<FoundOrNew> => {
    await sql`select from users where id = ${userId} for no key update`
    const [here] = await sql<{ id: number }[]>`
      select id
      from ${sql(table)}
      where ${sql(by)} = ${userId}
        and created_at = ${createdAt}`
    if (here) return { id: here.id, isNew: false }
    const id = await insert(sql)
    if (id === undefined) throw new Error('It was not stored.')
    return { id, isNew: true }
  })
