import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let ben: Someone
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  ann = await world.person('Ann')
  ben = await world.person('Ben')
  world.clock.advance({ hours: 2 })
})
afterAll(() => world.stop())

const path = '/api/techniques/rao-spin'
const opened = async (as?: Someone) => (await world.call(`GET ${path}`, { as })).body
const comment = async (as: Someone, body: string) =>
  (await world.call(`POST ${path}/comments`, { as, body: { body } })).body

describe('a vote on a technique', () => {
  test('is one per person, can be changed and withdrawn, and is shown to its owner', async () => {
    const vote = (as: Someone, vote: string) => world.call(`POST ${path}/vote`, { as, body: { vote } })
    await Promise.all([vote(ann, 'UP'), vote(ann, 'UP'), vote(ben, 'UP')])
    expect(await opened(ann)).toMatchObject({ upvotes: 2, downvotes: 0, vote: 'UP' })
    expect((await opened()).vote).toBeUndefined()
    await vote(ben, 'DOWN')
    expect(await opened(ben)).toMatchObject({ upvotes: 1, downvotes: 1, vote: 'DOWN' })
    for (const as of [ann, ben]) await world.call(`DELETE ${path}/vote`, { as })
    expect(await opened(ann)).toMatchObject({ upvotes: 0, downvotes: 0, vote: null })
    expect((await world.call('POST /api/techniques/teapot/vote', { as: ann, body: { vote: 'UP' } })).status).toBe(404)
    expect((await world.call(`POST ${path}/vote`, { body: { vote: 1 } })).status).toBe(401)
  })

  test('moves it up the list, by the lower bound of its votes', async () => {
    const vote = (as: Someone, slug: string) =>
      world.call(`POST /api/techniques/${slug}/vote`, { as, body: { vote: 'UP' } })
    await vote(ann, 'moka-classic')
    await vote(ann, 'two-rises')
    await vote(ben, 'two-rises')
    const { techniques } = (await world.call('GET /api/techniques')).body
    expect(techniques.slice(0, 3).map((one: { slug: string }) => one.slug)).toEqual([
      'two-rises',
      'moka-classic',
      'four-six',
    ])
    expect(techniques[0]).toMatchObject({ upvotes: 2, downvotes: 0 })
    const { text } = await world.call('GET /techniques', { headers: { accept: 'text/html' } })
    expect(/<h3><a href="\/techniques\/([\w-]+)">/.exec(text)?.[1]).toBe('two-rises')
    for (const [as, slug] of [
      [ann, 'moka-classic'],
      [ann, 'two-rises'],
      [ben, 'two-rises'],
    ] as const)
      await world.call(`DELETE /api/techniques/${slug}/vote`, { as })
  })
})

test('stars are one per person', async () => {
  const rate = async (as: Someone, rating: number) =>
    (await world.call(`PUT ${path}/rating`, { as, body: { rating } })).body
  await rate(ann, 5)
  await rate(ben, 2)
  expect((await rate(ann, 4)).rating).toEqual({ avg: 3, count: 2 })
  const { rating } = await opened(ann)
  expect(rating).toEqual({
    avg: 3,
    count: 2,
    distribution: { 1: 0, 2: 1, 3: 0, 4: 1, 5: 0 },
    userRating: { rating: 4, notes: null },
  })
})

describe('the stars of a brew by a technique', () => {
  const rating = async (slug: string) => (await world.call(`GET /api/techniques/${slug}`)).body.rating
  const starsOf = async (slug: string) => {
    const { avg, count } = await rating(slug)
    return [avg, count]
  }
  const log = async (as: Someone, body: object) =>
    (await world.call('POST /api/brew-logs', { as, body })).body.brewLog.id
  const revise = (as: Someone, id: number, body: object) => world.call(`PATCH /api/brew-logs/${id}`, { as, body })

  test('are the person’s rating of it, those of the newest brew', async () => {
    const technique = 'stumptown-chemex'
    const first = await log(ann, { technique, rating: 2 })
    world.clock.advance({ hours: 1 })
    const second = await log(ann, { technique, rating: 4 })
    await log(ann, { technique })
    await log(ben, { technique, rating: 5 })
    expect(await starsOf(technique)).toEqual([4.5, 2])
    await revise(ann, first, { rating: 1 })
    expect(await starsOf(technique)).toEqual([4.5, 2])
    await revise(ann, second, { rating: 3 })
    expect(await starsOf(technique)).toEqual([4, 2])
    await revise(ann, second, { notes: 'Sweet.' })
    expect(await starsOf(technique)).toEqual([4, 2])
    await revise(ann, second, { rating: null })
    expect(await starsOf(technique)).toEqual([5, 1])
  })

  test('follow the brew to another technique', async () => {
    const id = await log(ann, { technique: 'adler-original', rating: 4 })
    const plain = await log(ben, { method: 'aeropress', rating: 2 })
    await revise(ben, plain, { technique: 'adler-original' })
    expect(await starsOf('adler-original')).toEqual([3, 2])
    const other = (await world.call('GET /api/techniques?method=aeropress')).body.techniques
      .map(({ slug }: { slug: string }) => slug)
      .find((slug: string) => slug !== 'adler-original')
    await revise(ann, id, { technique: other, rating: 5 })
    expect([await starsOf('adler-original'), await starsOf(other)]).toEqual([
      [2, 1],
      [5, 1],
    ])
    await revise(ben, plain, { technique: null })
    expect(await starsOf('adler-original')).toEqual([null, 0])
  })

  test('are in lists and on cards with the votes', async () => {
    const technique = 'turbo-shot'
    await log(ann, { technique, rating: 4 })
    await log(ben, { technique, rating: 5 })
    await world.call(`POST /api/techniques/${technique}/vote`, { as: ann, body: { vote: 'UP' } })
    const { techniques } = (await world.call('GET /api/techniques?method=espresso')).body
    const of = (slug: string) => techniques.find((one: { slug: string }) => one.slug === slug)
    expect(of(technique)).toMatchObject({ upvotes: 1, downvotes: 0, avgRating: 4.5, ratingCount: 2 })
    expect(techniques.at(-1)).toMatchObject({ upvotes: 0, avgRating: null, ratingCount: 0 })
    const { text } = await browsing(world, ann).open('/techniques?method=espresso')
    const [, card = '', next = ''] = text.split('<article class="card technique">')
    expect(card).toContain('href="/techniques/turbo-shot"')
    expect(card).toContain('<span class="unseen">Liked by </span>1</span>')
    expect(card).toContain('<span class="unseen">Rated 4.5 stars by 2 people</span>')
    expect(next).not.toContain('class="votes"')
    await world.call(`DELETE /api/techniques/${technique}/vote`, { as: ann })
  })
})

test('brews by it are counted', async () => {
  await world.call('POST /api/brew-logs', { as: ann, body: { technique: 'rao-spin' } })
  expect((await opened()).brewCount).toBe(1)
})

describe('a comment on a technique', () => {
  const list = async () => (await world.call(`GET ${path}/comments`)).body.comments

  test('is public, and deleted only by its writer', async () => {
    const { comment: said } = await comment(ann, 'Sweeter than I thought.')
    expect((await list()).at(-1)).toMatchObject({
      id: said.id,
      body: 'Sweeter than I thought.',
      author: { displayName: 'Ann' },
    })
    expect((await world.call(`DELETE ${path}/comments/${said.id}`, { as: ben })).status).toBe(403)
    expect((await world.call(`DELETE /api/techniques/four-six/comments/${said.id}`, { as: ann })).status).toBe(404)
    expect((await world.call(`DELETE ${path}/comments/${said.id}`, { as: ann })).status).toBe(200)
    expect(await list()).toEqual([])
  })

  test('is reported like any other, and its page is what an admin opens', async () => {
    const { id } = (await comment(ann, 'Buy my kettle.')).comment
    const report = (as?: Someone) => world.call(`POST ${path}/comments/${id}/report`, { as, body: { reason: 'spam' } })
    expect((await report(ben)).status).toBe(200)
    expect((await report()).status).toBe(200)
    expect((await report(ann)).status).toBe(400)
    const [thing] = await world.ports.reports.list({ all: false, limit: 5, offset: 0 })
    expect(thing).toMatchObject({
      kind: 'comment',
      id,
      state: 'public',
      technique: 'rao-spin',
      open: 2,
      text: 'Buy my kettle.',
    })
    expect(await world.ports.comments.partiesOf(id)).toMatchObject({ technique: 'rao-spin', writerId: ann.id })
    expect(await world.ports.comments.remove(id)).toBe(true)
    expect((await world.ports.reports.thing({ kind: 'comment', id })).state).toBe('gone')
  })

  test('is in the export, and goes with the account', async () => {
    const { id } = (await comment(ben, 'Gone soon.')).comment
    await world.call(`PUT ${path}/rating`, { as: ben, body: { rating: 1 } })
    await world.call(`POST ${path}/vote`, { as: ben, body: { vote: 'UP' } })
    const { data } = (await world.call('GET /api/user/export', { as: ben })).body
    expect(data.comments).toMatchObject([{ id, technique: 'rao-spin', recipeId: null }])
    expect(data.techniqueVotes).toMatchObject([{ technique: 'rao-spin', vote: 'UP' }])
    expect(data.techniqueRatings).toMatchObject([{ technique: 'rao-spin', rating: 1 }])
    const before = await opened()
    await world.call('DELETE /api/user/account', { as: ben })
    const after = await opened()
    expect([after.upvotes, after.rating.count]).toEqual([before.upvotes - 1, before.rating.count - 1])
    expect((await list()).some((one: { id: number }) => one.id === id)).toBe(false)
  })
})

describe('its page', () => {
  test('takes votes, stars and comments without scripts, and says what is wrong', async () => {
    const { open, send } = browsing(world, ann)
    const page = '/techniques/la-cabra-baseline'
    expect((await open(page)).text).toContain('No votes yet')
    await send(`${page}/vote`, { vote: 'UP' })
    await send(`${page}/rating`, { rating: '4' })
    const sent = await send(`${page}/comments`, { body: 'Clean.' })
    expect(sent.headers.get('location')).toMatch(/^\/techniques\/la-cabra-baseline#comment-\d+$/)
    const { text } = await open(page)
    expect(text).toContain('1 person liked it')
    expect(text).toContain('aria-pressed="true"')
    expect(text).toContain('Clean.')
    const empty = await send(`${page}/comments`, { body: ' ' })
    expect([empty.status, empty.text.includes('Write something first.')]).toEqual([400, true])
    const [, id] = /#comment-(\d+)/.exec(sent.headers.get('location') ?? '') ?? []
    const other = browsing(world, ben)
    expect((await other.open(`${page}/report?comment=${id}`)).text).toContain('Report this comment')
    const reported = await other.send(`${page}/report?comment=${id}`, { reason: 'other' })
    expect(reported.headers.get('location')).toContain('sent=1')
    await send(`${page}/comments`, { delete: String(id) })
    expect((await open(page)).text).not.toContain('Clean.')
    await send(`${page}/vote`, { vote: '' })
    expect((await open(page)).text).toContain('No votes yet')
  })
})
