import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { createApp } from '../../adapters/http/app.ts'
import { endpoint, isPage } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { heldBodies } from '../../adapters/http/held-bodies.ts'
import type { PipelineDeps } from '../../adapters/http/receive.ts'
import { createLog } from '../../adapters/program/log.ts'
import { trimFor } from '../../adapters/schemas/trim.ts'
import * as field from '../../core/fields.ts'
import { tool } from '../../mcp/tool.ts'

const Bag = v.object({ id: v.number(), note: v.optional(v.string()) })
const Cup = v.variant('type', [
  v.object({ type: v.literal('filter'), ratio: v.number() }),
  v.object({ type: v.literal('espresso'), yield: v.nullable(Bag) }),
])
const Shelf = v.object({
  bag: Bag,
  bags: v.array(Bag),
  none: v.nullable(Bag),
  left: v.optional(v.array(Bag)),
  byName: v.record(v.string(), v.pipe(Bag, v.description('A bag.'))),
  cups: v.array(Cup),
  pair: v.strictTuple([Bag, v.number()]),
  free: v.record(v.string(), v.unknown()),
})

/**
 * What the schema declares and, in every object, a column that somebody adds to the table later.
 */
const secret = { cost: 12 }
const rows = () => ({
  ...secret,
  bag: { id: 1, ...secret },
  bags: [
    { id: 2, note: 'ripe', ...secret },
    { id: 3, ...secret },
  ],
  none: null,
  left: undefined,
  byName: { house: { id: 4, ...secret } },
  cups: [
    { type: 'filter' as const, ratio: 16, ...secret },
    { type: 'espresso' as const, yield: { id: 5, ...secret }, ...secret },
    { type: 'espresso' as const, yield: null, ...secret },
  ],
  pair: [{ id: 6, ...secret }, 7] as [{ id: number }, number],
  free: { anything: { goes: true } },
})
const declared = {
  bag: { id: 1 },
  bags: [{ id: 2, note: 'ripe' }, { id: 3 }],
  none: null,
  byName: { house: { id: 4 } },
  cups: [
    { type: 'filter', ratio: 16 },
    { type: 'espresso', yield: { id: 5 } },
    { type: 'espresso', yield: null },
  ],
  pair: [{ id: 6 }, 7],
  free: { anything: { goes: true } },
}

test.each([{}, { cache: { control: 'no-cache', etag: true, madeFrom: () => Shelf } }])(
  'a reply leaves with what its schema declares and nothing else, also from a cache: %j',
  async more => {
    const shelf = endpoint({
      route: 'GET /shelf',
      summary: 'A shelf',
      access: 'public',
      input: field.nothing,
      reply: Shelf,
      run: async () => rows(),
      ...more,
    })
    const deps = {
      ports: { site: { baseUrl: 'http://localhost' }, health: { isStopping: false } },
      portsAtReplica: () => undefined,
      log: createLog('silent', () => {}),
      heldBodies: heldBodies(),
    } as PipelineDeps
    const app = createApp([shelf], deps, () => false)
    for (let round = 0; round < 2; round++)
      expect(await (await app.handle(new Request('http://localhost/shelf'))).json()).toEqual(declared)
  },
)

test('the same for the reply of a tool', async () => {
  const shelf = tool({
    name: 'list_grinders',
    title: 'Shelf',
    description: 'A shelf.',
    example: {},
    input: field.nothing,
    reply: Shelf,
    run: async () => rows(),
    inWords: () => '',
  })
  const nothing = { list: () => [], bySlug: () => undefined }
  const { reply } = await shelf.answer({}, { grinders: nothing, machines: nothing, techniques: nothing })
  expect(reply).toEqual(declared)
})

test('the reply of every endpoint can be trimmed', () => {
  for (const route of endpoints)
    if (!isPage(route)) expect([route.route, trimFor(route.reply)(null)]).toEqual([route.route, null])
})
