import { type Sql, transact } from '../adapters/postgres/engine/client.ts'
import type { Samples } from './worlds.ts'

interface ToShelve {
  sql: Sql
  samples: Pick<Samples, 'people' | 'tokens' | 'roasters'> & { recipes: { coffeeId: number }[] }
}

export interface Shelved {
  /** Members of roasters, by their tokens. */
  portals: { token: string; slug: string }[]
  /** One collection each, with the token of its owner. */
  collections: { token: string; id: number }[]
}

/**
 * Adds what the seed lacks, for the pages that show it: shelves, collections, personal recipes, and
 * members and recipes of roasters. One in `oneIn` people gets some, and so does everybody whom the
 * requests use.
 */
export async function shelve({ sql, samples }: ToShelve, oneIn = 16): Promise<Shelved> {
  const { people, tokens, recipes, roasters } = samples
  const askers = sql`
    select user_id as id
    from palates
    where user_id = any(${people}::int[])
      or user_id / 2 % ${oneIn}::int = 0`
  await transact(sql, async sql => {
    // No counter that is measured depends on these rows, so triggers are off.
    await sql`set local session_replication_role = replica`
    await sql`
      insert into coffee_library (user_id, coffee_profile_id, rating, created_at)
      select person.id, coffees.id, 4, now() - nth * interval '1 day'
      from (${askers}) person
      cross join generate_series(1, 5) nth
      cross join (select max(id) as last from coffees) catalog
      join coffees on coffees.id = 1 + (person.id * 31 + nth * 17) % catalog.last
      on conflict do nothing`
    await sql`
      insert into bags (user_id, import_key, coffee_profile_id, name, created_at)
      select person.id, 'bag ' || nth, 1 + (person.id * 13 + nth) % 100, 'Of the market', now() - nth * interval '1 day'
      from (${askers}) person, generate_series(1, 3) nth`
    await sql`
      insert into personal_recipes (user_id, name, method, coffee_profile_id, ratio, dose_grams, water_grams, created_at)
      select person.id, 'Mornings', 'v60', 1 + (person.id * 7 + nth) % 100, 16, 15, 240, now() - nth * interval '1 day'
      from (${askers}) person, generate_series(1, 3) nth`
    await sql`
      insert into collections (user_id, name, created_at)
      select person.id, 'Summer', now()
      from (${askers}) person`
    await sql`
      insert into collection_items (collection_id, recipe_id, created_at)
      select collections.id, recipes.id, now() - nth * interval '1 hour'
      from collections
      cross join generate_series(1, 10) nth
      cross join (select max(id) as last from recipes) published
      join recipes on recipes.id = 1 + (collections.user_id * 29 + nth * 101) % published.last
      on conflict do nothing`
    await sql`
      insert into roaster_recipes
        (coffee_id, method, dose_grams, water_grams, ratio, grind_index, is_default, created_at, updated_at)
      select id, 'v60', 15, 240, 16, 41, true, now(), now()
      from coffees
      where id = any(${recipes.map(({ coffeeId }) => coffeeId)}::int[])
        or id % ${oneIn}::int = 0`
    await sql`
      insert into roaster_members (roaster_id, user_id, role, created_at)
      select roasters.id, person, 'OWNER', now()
      from unnest(${people}::int[]) person
      cross join roasters
      where roasters.slug = any(${roasters}::text[])`
  })
  await sql`vacuum analyze coffee_library, bags, personal_recipes, collections, collection_items, roaster_recipes, roaster_members`
  const owned = await sql<{ id: number; userId: number }[]>`
    select id, user_id
    from collections
    where user_id = any(${people}::int[])`
  const tokenOf = (person: number) => tokens[people.indexOf(person)] ?? ''
  return {
    portals: tokens.flatMap(token => roasters.map(slug => ({ token, slug }))),
    collections: owned.map(({ id, userId }) => ({ token: tokenOf(userId), id })),
  }
}

/**
 * A month in which every roaster's widgets were shown, as sums only, because nothing reads the
 * events themselves.
 */
export async function showCards(sql: Sql) {
  await sql`
    insert into event_days (roaster_id, day, kind, place, coffee_id, method, host, events)
    select id, current_date - day, kind, 'widget', coffee, 'v60', 'shop.example', 7
    from roasters, generate_series(0, 29) day, unnest(array['IMPRESSION', 'CLICK']) kind, generate_series(1, 2) coffee`
  await sql`
    insert into event_quarters (roaster_id, quarter, kind, events)
    select id, date_trunc('day', now(), 'UTC') - day * interval '1 day' + hour * interval '1 hour', kind, 7
    from roasters, generate_series(0, 29) day, unnest(array['IMPRESSION', 'CLICK']) kind, generate_series(8, 9) hour`
  await sql`vacuum analyze event_days, event_quarters`
}
