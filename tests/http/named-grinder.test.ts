import { afterAll, beforeAll, expect, test } from 'bun:test'
import { grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
})
afterAll(() => world.stop())

const adapted = (grinder: object) =>
  world.call('POST /api/adaptRecipe', { body: { machineId: machineId(world), roastLevel: 'LIGHT', ...grinder } })

test.each([
  ['by its slug', { grinderId: 'comandante-c40-mk4' }],
  ['by its name', { grinderId: 'C40 MK4' }],
  ['as grinder', { grinder: 'c40 mk4' }],
])('a grinder is named %s where its id is taken', async (_, named) => {
  expect((await adapted(named)).body).toEqual((await adapted({ grinderId: grinderId(world) })).body)
})

test('a grinder can be named in a brew log, in a filter and in a path', async () => {
  const log = await world.call('POST /api/brew-logs', {
    as: ann,
    body: { method: 'v60', doseGrams: 15, waterGrams: 250, grinder: 'c40 mk4', grindSetting: 24 },
  })
  expect([log.status, log.body.brewLog.grinderId]).toEqual([201, grinderId(world)])
  expect((await world.call('GET /api/recipes/search?grinderId=k+ultra')).status).toBe(200)
  const calibration = (name: string) => world.call(`GET /api/user/grinders/${name}/calibration`, { as: ann })
  expect((await calibration('c40-mk4')).body).toEqual((await calibration(`${grinderId(world)}`)).body)
})

test('an ambiguous or unknown name is answered with candidates', async () => {
  expect(await adapted({ grinderId: 'c40' })).toMatchObject({
    status: 400,
    body: {
      error:
        '"c40" matches several grinders: comandante-c40-mk3, comandante-c40-mk4 and comandante-c40-red-clix. Be more specific.',
    },
  })
  expect(await adapted({ grinder: 'teapot' })).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^We don’t know a grinder called "teapot". Closest: /) },
  })
  expect(await world.call('GET /api/user/grinders/teapot/calibration', { as: ann })).toMatchObject({ status: 404 })
})

test('a grinder that is named twice must be the same', async () => {
  for (const grinder of ['c40 mk4', 'my old one', { id: 1 }])
    expect((await adapted({ grinderId: grinderId(world), grinder })).status).toBe(200)
  for (const id of [grinderId(world), 'c40 mk4'])
    expect(await adapted({ grinderId: id, grinder: 'k ultra' })).toMatchObject({
      status: 400,
      body: { error: 'grinderId and grinder name two grinders; send only one.' },
    })
})

test('digits are an id, and not part of a name', async () => {
  for (const id of ['48', '', '-1', '1e5', ['c40 mk4'], {}])
    expect(await adapted({ grinderId: id })).toMatchObject({
      status: 400,
      body: { error: 'grinderId must be an id (a whole number).' },
    })
})

const mcpAnswer = async (grinder: string) => {
  const { body } = await world.call('POST /api/mcp', {
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_grinder_chart', arguments: { grinder } },
    },
  })
  return { status: body.result.isError ? 400 : 200, body: { error: body.result.content[0].text } }
}

const doors: [string, (name: string) => Promise<{ status: number; body: { error: string } }>][] = [
  [
    'a conversion from it',
    name => world.call(`GET /api/v1/convert?from=${encodeURIComponent(name)}&setting=2&to=k+ultra`),
  ],
  [
    'a conversion to it',
    name => world.call(`GET /api/v1/convert?from=k+ultra&setting=2&to=${encodeURIComponent(name)}`),
  ],
  ['a body', name => adapted({ grinder: name })],
  ['a body, as its id', name => adapted({ grinderId: name })],
  ['a filter', name => world.call(`GET /api/recipes/search?grinderId=${encodeURIComponent(name)}`)],
  ['a list on its dial', name => world.call(`GET /api/recipes?grinder=${encodeURIComponent(name)}`)],
  ['the widget', name => world.call(`GET /api/widget/grinder/${encodeURIComponent(name)}`)],
  ['a tool', mcpAnswer],
]

test.each(doors)('%s accepts a name that identifies one grinder, and no other', async (_, ask) => {
  expect((await ask('c40 mk4')).status).toBe(200)
  for (const name of ['hand grinder', 'M', 'e', "' or 1=1"]) {
    const { status, body } = await ask(name)
    expect([name, status >= 400 && status < 500, body.error]).toEqual([
      name,
      true,
      expect.stringContaining(`We don’t know a grinder called "${name}". Closest: `),
    ])
  }
  expect((await ask('mini')).body.error).toContain('"mini" matches several grinders: hario-mini-mill-plus, ')
})

test("the site's converter accepts names, and shows no figures for an unidentified one", async () => {
  const page = async (query: string) => (await fetch(`${world.url}/?${query}`)).text()
  expect(await page('from=c40+mk4&setting=24&to=k+ultra')).toContain(
    '24 clicks on the Comandante C40 MK4 is 7.8 on the',
  )
  for (const query of ['from=hand+grinder&setting=24', 'setting=24&to=hand+grinder']) {
    const text = await page(query)
    expect(text).toContain('We don’t know a grinder called &quot;hand grinder&quot;. Closest: varia-hand-grinder')
    expect(text).not.toContain('24 clicks on the')
  }
})
