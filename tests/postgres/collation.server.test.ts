import { expect, test } from 'bun:test'
import postgres from 'postgres'
import { dialin } from '../cli/cli.ts'
import { freshDatabase, temporaryFolder, visited } from '../support/templates.ts'
import { startWorld } from '../support/world.ts'

test('coffees by name, also in a search, have the same order in a database with another collation', async () => {
  const source = await freshDatabase()
  const names = await visited(source, async sql => {
    const [roaster] = await sql`
      insert into roasters (slug, name, match_name, created_at)
      values ('moved', 'Moved', 'moved', now())
      returning id`
    // More than are ranked, so that they are read in order of names. Most locales ignore spaces
    // when sorting: there the second comes first.
    for (const name of ['La Zeta Kenya', 'Laas Kenya'])
      await sql`
        insert into coffees (roaster_id, slug, name, roast_level, created_at)
        values (${roaster?.id}, ${name}, ${name}, 'LIGHT', now())`
    await sql`
      insert into coffees (roaster_id, slug, name, roast_level, created_at)
      select ${roaster?.id}, 'lot-' || n, 'Lot ' || n || ' Kenya', 'LIGHT', now()
      from generate_series(1000, 3500) n`
    return ['La Zeta Kenya', 'Laas Kenya', 'Lot 1000 Kenya']
  })
  const target = await databaseSortedAs(source.databaseUrl, 'en-US-u-ka-shifted')
  const { exit } = await dialin(['db', 'copy', '--from', source.databaseUrl ?? '', '--to', target])
  expect(exit).toBe(0)
  // Stopping the world recounts what is stored about names.
  const world = await startWorld({ databaseUrl: target, dataDir: temporaryFolder() })
  try {
    for (const query of ['', '&q=kenya']) {
      const { body } = await world.call(`GET /api/coffees?sort=name&limit=3${query}`)
      expect(body.data.map(({ name }: { name: string }) => name)).toEqual(names)
    }
  } finally {
    await world.stop()
  }
})

/** An empty database next to another. */
async function databaseSortedAs(beside: string | undefined, locale: string) {
  const url = new URL(beside ?? '')
  url.pathname = '/template1'
  const name = `t_${crypto.randomUUID().replaceAll('-', '')}`
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  await sql.unsafe(`create database ${name} template template0 locale_provider icu icu_locale '${locale}'`)
  await sql.end()
  url.pathname = `/${name}`
  return url.href
}
