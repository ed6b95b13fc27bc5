import type postgres from 'postgres'
import type { Equipment } from '../../core/equipment/equipment.ts'
import { coffeeKinds, generatePatterns } from '../demo/patterns.ts'
import type { Transaction } from './client.ts'
import type { Block } from './load.ts'

/** What recipes and coffees are copied from, for the length of the transaction. */
export async function addPatterns(sql: Transaction, equipment: Equipment, recipes: number) {
  const variants = Math.min(150, Math.max(10, Math.ceil(recipes / 400)))
  await sql`
    create temporary table patterns on commit drop as
    select pattern.*
    from jsonb_to_recordset(${sql.json(generatePatterns(equipment, variants) as unknown as postgres.JSONValue)}) pattern (
      kind int, variant int, "grinderId" int, "machineId" int, "filterId" int,
      "grindSetting" float8, "grindSettingText" text, "grindIndex" float8,
      ratio float8, "doseGrams" float8, "waterGrams" float8, "brewTimeSeconds" int, "waterTempF" float8,
      notes text, "tasteProfile" jsonb, "brewMethod" text, "roastLevel" text,
      "grindRange" text, "brewTimeRange" text, taste cube, quality float8
    )`
  await sql`
    create temporary table kinds on commit drop as
    select one.*
    from jsonb_to_recordset(${sql.json(coffeeKinds)}) one (
      kind int, "roastLevel" text, "coffeeType" text, origin text, "processingMethod" text, "flavorProfile" text,
      "acidityLevel" float8, "bodyLevel" float8
    )`
  await sql`create index on patterns (kind, variant)`
  await sql`analyze patterns`
  await sql`analyze kinds`
}

/** Half of them have told what they like. */
export async function addPeople(sql: Transaction, { first, count }: Block, now: Date) {
  await sql`
    insert into users (id, email, name, created_at)
    overriding system value
    select id, 'brewer-' || id || '@load.example', 'Brewer ' || id, ${now}::timestamptz - random() * interval '3 years'
    from generate_series(${first}::int, ${first + count - 1}::int) id`
  const level = sql`round(random() * 4) / 4`
  await sql`
    insert into palates (
      user_id, acidity, body, sweetness, bitterness, complexity, aftertaste, strength, roast, explorer
    )
    select id, ${level}, ${level}, ${level}, ${level}, ${level}, ${level}, ${level}, ${level}, ${level}
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

/** Up to four each, mostly of the same few. */
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
    insert into coffees (
      id, roaster_id, slug, name, roast_level, coffee_type, origin, flavor_profile,
      acidity_level, body_level, processing_method, created_at
    )
    overriding system value
    select id,
           ${roasters.first}::int + floor(${roasters.count}::int * luck ^ 1.5)::int,
           'lot-' || id,
           split_part(kinds.origin, ', ', -1) || ' '
             || (array['El Mirador', 'La Esperanza', 'Las Brisas', 'Hill', 'Station', 'Reserve', 'Grove', 'Terraces'])[1 + id % 8]
             || ' Lot ' || id,
           kinds."roastLevel", kinds."coffeeType", kinds.origin, kinds."flavorProfile",
           kinds."acidityLevel", kinds."bodyLevel", kinds."processingMethod",
           ${now}::timestamptz - (730 + 30 * luck) * interval '1 day'
    from (
      select id, random() as luck
      from generate_series(${coffees.first}::int, ${coffees.first + coffees.count - 1}::int) id
    ) coffee
    join kinds on kinds.kind = (id - ${coffees.first}::int) % ${coffeeKinds.length}::int`
}
