import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openExplainer } from '../support/explain.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let explainer: Awaited<ReturnType<typeof openExplainer>>
beforeAll(async () => {
  world = await startWorld()
  await world.sql`
    insert into roasters (slug, name, match_name, website_url, created_at)
    select 'roaster-' || n, 'Roaster ' || n, 'roaster ' || n, 'https://www.roaster-' || n || '.example/about', ${world.clock.now()}
    from generate_series(1, 5000) n`
  await world.sql`vacuum analyze roasters`
  explainer = await openExplainer(world)
})
afterAll(async () => {
  await explainer.close()
  await world.stop()
})

test('a roaster is found by its web address without reading all roasters', async () => {
  const found: string[] = []
  const statements = await explainer.explained(async () => {
    const roasters = await world.ports.roasters.byWebsite(['shop.roaster-7.example', 'roaster-7.example'], 6)
    found.push(...roasters.map(({ slug }) => slug))
    const { text } = await world.call('GET /widget?q=roaster-7.example')
    expect(text).toContain('data-service-widget=&quot;roaster-7&quot;')
  })
  expect(found).toEqual(['roaster-7'])
  expect(statements.filter(({ scanned, rowsRead }) => scanned.includes('roasters') || rowsRead > 100)).toEqual([])
})
