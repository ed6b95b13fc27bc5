import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openWorld, type World } from '../../adapters/compose.ts'
import { readConfig } from '../../adapters/config/config.ts'
import { createLog } from '../../adapters/program/log.ts'
import type { RoastLevel } from '../../core/coffees/roast.ts'
import { dialOf } from '../../core/grind/dial.ts'
import { composeRecipe } from '../../core/recipes/compose.ts'
import { dialin } from '../cli/cli.ts'
import { miscounted } from '../support/recount.ts'
import { freshDatabase, temporaryFolder } from '../support/templates.ts'

const SESSION_SECRET = 'a secret for tests only, long enough'
const now = new Date('2026-03-01T08:00:00Z')

async function open() {
  const database = await freshDatabase()
  const config = {
    ...readConfig({ DATA_DIR: database.dataDir, SESSION_SECRET }),
    ...database,
  }
  return openWorld(
    config,
    createLog('silent', () => {}),
    { clock: () => now },
  )
}

let world: World
beforeAll(async () => {
  world = await open()
  expect(await world.seedDemo()).toBe(true)
})
afterAll(() => world.close())

describe('demo data', () => {
  test('is a small community of invented roasters, their coffees, and people who brew them', async () => {
    const { sql } = world.database
    const [size] = await sql`
      select (select count(*) from roasters) as roasters, (select count(*) from coffees) as coffees,
             (select count(*) from recipes) as recipes, (select count(*) from users) as people,
             (select count(distinct grinder_id) from recipes) > 20 as many_grinders,
             (select count(distinct brew_method) from recipes) >= 10 as most_methods,
             (select count(*) from recipes where upvotes + downvotes = 0) between 100 and 250 as many_without_votes,
             (select max(upvotes) from recipes) > 20 as few_with_many`
    expect({ ...size }).toEqual({
      roasters: 12,
      coffees: 80,
      recipes: 400,
      people: 42,
      manyGrinders: true,
      mostMethods: true,
      manyWithoutVotes: true,
      fewWithMany: true,
    })
  })

  test('has exact counters', async () => {
    expect(await miscounted(world.database.sql)).toEqual([])
  })

  test('has every recipe on a real step of its dial, stored as if it had been published', async () => {
    const { ports, database } = world
    const rows = await database.sql<Stored[]>`
      select recipes.*, recipes.taste::text as taste_text, coffees.acidity_level, coffees.body_level
      from recipes
      join coffees on coffees.id = recipes.coffee_profile_id`
    for (const row of rows) {
      const grinder = ports.grinders.byId(row.grinderId)
      const machine = ports.machines.byId(row.machineId)
      if (!grinder || !machine) throw new Error('A recipe names equipment that is not there.')
      expect(dialOf(grinder).isStep(row.grindSetting)).toBe(true)
      const { tasteCell, ...published } = composeRecipe(
        { ...row, grindSetting: row.grindSettingText ?? row.grindSetting },
        { grinder, machine, coffee: { ...row, roaster: { id: row.roasterId } } },
      )
      expect(row).toMatchObject(published)
      expect(row.tasteText).toBe(`(${tasteCell.join(', ')})`)
    }
  })

  test('has nothing that happened before its cause, or in the future', async () => {
    const [odd] = await world.database.sql`
      select count(*) as count
      from (
        select created_at, coffee_born as cause from recipes
          join (select id, created_at as coffee_born from coffees) coffees on coffees.id = coffee_profile_id
        union all
        select votes.created_at, recipes.created_at from votes join recipes on recipes.id = recipe_id
        union all
        select comments.created_at, recipes.created_at from comments join recipes on recipes.id = recipe_id
        union all
        select brew_logs.created_at, recipes.created_at from brew_logs join recipes on recipes.id = recipe_id
      ) event
      where created_at < cause or created_at > ${now}`
    expect(odd?.count).toBe(0)
  })

  test('is the same every time', async () => {
    const other = await open()
    expect(await other.seedDemo()).toBe(true)
    expect(await fingerprint(other)).toEqual(await fingerprint(world))
    await other.close()
  })

  test('leaves a database with people alone', async () => {
    const before = await fingerprint(world)
    expect(await world.seedDemo()).toBe(false)
    expect(await fingerprint(world)).toEqual(before)
  })
})

describe('dialin seed', () => {
  test('--demo fills an empty database, says how to sign in, and refuses a second time', async () => {
    const place = await placeOf()
    const { out, exit } = await dialin(['seed', '--demo'], place)
    expect([exit, out]).toEqual([0, expect.stringContaining('demo@dialin.example with password')])
    expect(out).toContain('roaster@dialin.example with password')
    const again = await dialin(['seed', '--demo'], place)
    expect([again.exit, again.err]).toEqual([1, expect.stringContaining('Demo data needs an empty one')])
  })

  test('--scale 2000 adds that many recipes, with a skewed distribution and exact counters', async () => {
    const stages: string[] = []
    const report = await world.seedScale(2000, { begin: stage => stages.push(stage), advance: () => {} })
    expect(stages).toEqual(['Catalog', 'Recipes', 'Analyze', 'Counts'])
    expect(report.tables).toContainEqual({ name: 'recipes', rows: 2000 })
    const { sql } = world.database
    expect(await miscounted(sql)).toEqual([])
    const [spread] = await sql`
      select count(distinct grinder_id) > 80 as grinders, count(distinct machine_id) > 60 as machines,
             count(distinct brew_method) as methods, count(distinct coffee_profile_id) > 90 as coffees,
             avg((upvotes + downvotes = 0)::int) between 0.4 and 0.6 as without_votes, max(upvotes) > 30 as loved
      from recipes
      where id > 400`
    expect({ ...spread }).toEqual({
      grinders: true,
      machines: true,
      methods: 12,
      coffees: true,
      withoutVotes: true,
      loved: true,
    })
    const [dangling] = await sql`
      select (select count(*) from votes left join users on users.id = user_id where users.id is null)
           + (select count(*) from recipes left join coffees on coffees.id = coffee_profile_id where coffees.id is null)
           + (select count(*) from brew_logs left join recipes on recipes.id = recipe_id where recipes.id is null and recipe_id is not null)
           as rows`
    expect(dangling?.rows).toBe(0)
    // Counters continue: the triggers are on again.
    await sql`insert into votes (recipe_id, user_id, vote, created_at) select 401, 1, 'UP', ${now}`
    expect(await miscounted(sql)).toEqual([])
  })

  test.each([
    ['nothing to do', ['seed'], {}, 'Choose what to seed'],
    ['half a recipe', ['seed', '--scale', '0.5'], {}, '--scale must be a number of recipes from 1 to 10,000,000'],
    ['production', ['seed', '--scale', '5'], { NODE_ENV: 'production' }, 'doesn’t belong in production'],
  ])('refuses %s', async (_, args, env, sentence) => {
    const { err, exit } = await dialin(args, {
      SESSION_SECRET,
      MAIL_FROM: 'dialin@dialin.example',
      ...env,
      DATA_DIR: temporaryFolder(),
    })
    expect([exit, err]).toEqual([1, expect.stringContaining(sentence)])
  })
})

interface Stored {
  coffeeProfileId: number
  roasterId: number
  grinderId: number
  machineId: number
  grindSetting: number
  grindSettingText: string | null
  ratio: number
  doseGrams: number
  waterGrams: number
  roastLevel: RoastLevel
  acidityLevel: number
  bodyLevel: number
  tasteText: string
}

async function placeOf(): Promise<Record<string, string>> {
  const { databaseUrl, dataDir } = await freshDatabase()
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

/** Every row of every table, except password hashes, which are salted. */
async function fingerprint({ database: { sql } }: World) {
  const tables = await sql<{ name: string }[]>`
    select relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p')
      and not relispartition
      and relname not in ('migrations', 'grinders', 'machines', 'filters')`
  const prints: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await sql`
      select count(*) as rows, md5(string_agg(one::text, '|' order by one::text)) as sum
      from (select to_jsonb(stored) - 'password_hash' as one from ${sql(name)} stored) rows`
    prints[name] = { ...row }
  }
  return prints
}
