import type { Equipment } from '../../core/equipment/equipment.ts'
import { coffeeFields } from '../postgres/catalog/coffee-columns.ts'
import type { Transaction } from '../postgres/engine/client.ts'
import type { Block } from '../postgres/engine/load.ts'
import { palateFields } from '../postgres/people/palates.ts'
import { listed, selected, written } from '../postgres/queries/columns.ts'
import { derivedFields, recipeFields } from '../postgres/recipes/recipe-columns.ts'
import { coffeeKinds, generatePatterns } from './patterns.ts'

/**
 * Creates the temporary tables that recipes and coffees are copied from; they are dropped when the
 * transaction ends.
 */
export async function addPatterns(sql: Transaction, equipment: Equipment, recipes: number) {
  const variants = Math.min(150, Math.max(10, Math.ceil(recipes / 400)))
  const ofPatterns = ['kind', 'variant', 'quality', ...patternFields]
  await sql`
    create temporary table patterns on commit drop as
    select 0 as kind, 0 as variant, 0::float8 as quality, ${listed(sql, patternFields)}
    from recipes
    where false`
  await sql`insert into patterns ${written(sql, 'patterns', ofPatterns, generatePatterns(equipment, variants))}`
  await sql`
    create temporary table kinds on commit drop as
    select 0 as kind, ${listed(sql, kindFields)}
    from coffees
    where false`
  await sql`insert into kinds ${written(sql, 'kinds', ['kind', ...kindFields], coffeeKinds)}`
  await sql`create index on patterns (kind, variant)`
  await sql`analyze patterns`
  await sql`analyze kinds`
}

/** The columns of a pattern: all but the coffee and its roaster, which are set on each copy. */
const patternFields = [...recipeFields, ...derivedFields].filter(
  field => !['coffeeProfileId', 'roasterId'].includes(field),
)
/** The columns copied from a kind: all but the name and description. */
const kindFields = coffeeFields.filter(field => !['name', 'description'].includes(field))

/** Adds people. Every second one has a palate. */
export async function addPeople(sql: Transaction, { first, count }: Block, now: Date) {
  await sql`
    insert into users (id, email, name, created_at)
    overriding system value
    select id, 'brewer-' || id || '@load.example', 'Brewer ' || id, ${now}::timestamptz - random() * interval '3 years'
    from generate_series(${first}::int, ${first + count - 1}::int) id`
  const levels = palateFields.map(() => sql`round(random() * 4) / 4`).reduce((some, one) => sql`${some}, ${one}`)
  await sql`
    insert into palates (user_id, ${listed(sql, palateFields)})
    select id, ${levels}
    from generate_series(${first}::int, ${first + count - 1}::int, 2) id`
}

export async function addRoasters(sql: Transaction, { first, count }: Block, now: Date) {
  await sql`
    insert into roasters (id, slug, name, match_name, city, country, description, is_verified, created_at)
    overriding system value
    select id,
           'load-roaster-' || id,
           'Load Roaster ' || id,
           'load roaster ' || id,
           (array['Lisbon', 'Austin', 'Osaka', 'Leeds', 'Quito'])[1 + id % 5],
           (array['Portugal', 'USA', 'Japan', 'United Kingdom', 'Ecuador'])[1 + id % 5],
           'Made for load tests.',
           id % 4 = 0,
           ${now}::timestamptz - interval '3 years'
    from generate_series(${first}::int, ${first + count - 1}::int) id`
}

/** Up to four follows per person, mostly of the same few roasters. */
export async function addFollows(sql: Transaction, people: Block, roasters: Block, now: Date) {
  await sql`
    insert into roaster_follows (roaster_id, user_id, created_at)
    select ${roasters.first}::int + (floor(${roasters.count}::int * start ^ 2)::int + nth) % ${roasters.count}::int,
           id,
           ${now}::timestamptz - random() * interval '2 years'
    from (
      select id, random() as start, floor(random() * 5)::int as follows
      from generate_series(${people.first}::int, ${people.first + people.count - 1}::int) id
    ) person
    cross join lateral generate_series(0, person.follows - 1) nth`
}

export async function addCoffees(sql: Transaction, coffees: Block, roasters: Block, now: Date) {
  await sql`
    insert into coffees (id, roaster_id, slug, name, created_at, ${listed(sql, kindFields)})
    overriding system value
    select id,
           ${roasters.first}::int + floor(${roasters.count}::int * luck ^ 1.5)::int,
           'lot-' || id,
           -- One in twenty-five of the variety that is misspelt most.
           split_part(kinds.origin, ', ', -1) || case when id % 25 = 3 then ' Gesha ' else ' ' end
             || (array['El Mirador', 'La Esperanza', 'Las Brisas', 'Hill', 'Station', 'Reserve', 'Grove', 'Terraces'])[1 + id % 8]
             || ' Lot ' || id,
           ${now}::timestamptz - (730 + 30 * luck) * interval '1 day',
           ${selected(sql, 'kinds', kindFields)}
    from (
      select id, random() as luck
      from generate_series(${coffees.first}::int, ${coffees.first + coffees.count - 1}::int) id
    ) coffee
    join kinds on kinds.kind = (id - ${coffees.first}::int) % ${coffeeKinds.length}::int`
}
