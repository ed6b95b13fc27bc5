import { afterAll, beforeAll, expect, test } from 'bun:test'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let member: Someone
beforeAll(async () => {
  world = await startWorld()
  const coffees = [
    { slug: 'plain', name: 'Plain', recipes: [] },
    { slug: 'sum', name: '=1+1;=2+2; -3', recipes: [] },
    { slug: 'quoted', name: 'Ávila, "washed"', recipes: [] },
  ]
  member = await aMember(
    world,
    await aRoastery(world, { slug: 'first', name: 'First', coffees }),
    await aRoastery(world, { slug: 'second', name: 'Second', coffees: coffees.slice(0, 1) }),
  )
  world.clock.set('2026-03-10T12:00:00Z')
  const impression = (shareId: string, more = {}) =>
    world.call('POST /api/embed/track-impression', {
      body: { shareId, ...more },
      headers: { origin: 'https://shop.example' },
    })
  await impression('first/plain', { method: 'v60', grinder: 'niche-zero' })
  for (const coffee of ['sum', 'quoted', 'quoted']) await impression(`first/${coffee}`)
  await impression('second/plain')
  await world.ports.events.flush()
})
afterAll(() => world.stop())

const csv = (query = '') => world.call(`GET /api/roaster-portal/analytics.csv?to=2026-03-10${query}`, { as: member })

test('is a table in UTF-8, with a header and a row for every part, to save as a file', async () => {
  const { status, headers, text } = await csv('&from=2026-03-09')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers.get('content-disposition')).toBe('attachment; filename="analytics.csv"')
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(text.split('\n')).toEqual([
    'by,key,name,pageViews,impressions,clicks,clickRate,methodSwitches,grinderChoices,scans,uniqueVisitors',
    'total,2026-03-09 to 2026-03-10,,0,4,0,0,0,0,0,4',
    'before,2026-03-07 to 2026-03-08,,0,0,0,,0,0,0,0',
    'day,2026-03-09,,0,0,0,,0,0,0,',
    'day,2026-03-10,,0,4,0,0,0,0,0,',
    expect.stringMatching(/^coffee,\d+,"Ávila, ""washed""",0,2,0,0,0,0,0,$/),
    expect.stringMatching(/^coffee,\d+,('=1\+1;'=2\+2; -3|Plain),0,1,0,0,0,0,0,$/),
    expect.stringMatching(/^coffee,\d+,('=1\+1;'=2\+2; -3|Plain),0,1,0,0,0,0,0,$/),
    'method,,,0,3,0,0,0,0,0,',
    'method,v60,V60,0,1,0,0,0,0,0,',
    'host,shop.example,,0,4,0,0,0,0,0,',
    'place,widget,,0,4,0,0,0,0,0,',
    'grinder,niche-zero,Niche Zero,0,1,0,0,0,0,0,',
    '',
  ])
})

test('begins with a byte order mark, by which spreadsheets recognize the encoding', async () => {
  const response = await fetch(`${world.url}/api/roaster-portal/analytics.csv`, {
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})

test('has only the requested parts, of the requested roaster', async () => {
  expect((await csv('&by=coffee')).text.split('\n').length).toBe(5)
  expect((await csv('&by=place&roaster=second')).text).toContain('\nplace,widget,,0,1,')
})

test('is for members, and validates its query as the figures do', async () => {
  const as = await world.person()
  expect((await world.call('GET /api/roaster-portal/analytics.csv')).status).toBe(401)
  expect((await world.call('GET /api/roaster-portal/analytics.csv', { as })).status).toBe(403)
  expect((await csv('&by=moon')).body.error).toBe('by must be day, coffee, method, host, place, grinder.')
  expect((await csv('&from=2026-03-11')).status).toBe(400)
  expect((await csv('&roaster=third')).status).toBe(403)
})
