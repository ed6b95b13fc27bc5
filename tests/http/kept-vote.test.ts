import { afterAll, beforeAll, expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { jarOf } from '../support/jar.ts'
import { mailedToken } from '../support/mails.ts'
import { publish } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let id: number
beforeAll(async () => {
  world = await startWorld()
  id = (await publish(world, await world.person('Ann'))).id
})
afterAll(() => world.stop())

const password = 'long enough for anybody'
const newEmail = () => `${crypto.randomUUID()}@people.example`
const votesOf = async (email: string) =>
  (
    await world.sql<{ vote: string }[]>`
    select vote from votes join users on users.id = votes.user_id where email = ${email}`
  ).map(({ vote }) => vote)

/** A visitor who has pressed a vote, and was sent to sign in. */
async function voted(vote = 'UP', recipe = `/recipes/${id}`) {
  const visitor = jarOf(world)
  const away = await visitor.send(`${recipe}/vote`, { vote })
  expect(away.headers.get('location')).toStartWith('/sign-in?next=')
  return visitor
}

test("a visitor's vote is cast by creating an account, and the recipe shows it", async () => {
  const email = newEmail()
  const visitor = await voted()
  const made = await visitor.send('/register', { email, password, next: `/recipes/${id}#talk` })
  expect(made.headers.get('location')).toBe(`${world.url}/recipes/${id}#talk`)
  expect(await votesOf(email)).toEqual(['UP'])
  const { text } = await visitor.open(`/recipes/${id}`)
  expect(text).not.toContain('Not sent yet')
  expect(text).toMatch(/name="vote" value="" aria-pressed="true"|aria-pressed="true"[^>]*name="vote"/)
})

test('so is a vote on a technique', async () => {
  const visitor = await voted('UP', '/techniques/four-six')
  await visitor.send('/register', { email: newEmail(), password, next: '/techniques/four-six#talk' })
  expect((await visitor.open('/techniques/four-six')).text).toContain('1 person liked it')
})

test('the sign-in pages say that it is kept, and only after a vote', async () => {
  const visitor = await voted()
  const next = encodeURIComponent(`/recipes/${id}#talk`)
  for (const path of ['/sign-in', '/sign-in/password', '/register'])
    expect((await visitor.open(`${path}?next=${next}`)).text).toContain('We kept your vote.')
  expect((await visitor.open('/sign-in?next=%2Fme')).text).not.toContain('We kept your vote.')
  const other = jarOf(world)
  await other.send(`/recipes/${id}/save`, { saved: 'yes' })
  expect((await other.open(`/sign-in?next=${next}`)).text).not.toContain('We kept your vote.')
})

test('by a password, and by the button of a mailed link, but not by opening it', async () => {
  const email = newEmail()
  await world.call('POST /api/auth/register', { body: { email, password } })
  const visitor = await voted('DOWN')
  await visitor.send('/sign-in/password', { email, password, next: `/recipes/${id}` })
  expect(await votesOf(email)).toEqual(['DOWN'])

  const other = newEmail()
  await world.call('POST /api/auth/register', { body: { email: other, password } })
  const again = await voted()
  const token = await mailedToken(world, other)
  await again.open(`/sign-in?token=${token}`)
  await again.open(`/recipes/${id}`)
  expect(await votesOf(other)).toEqual([])
  await again.send('/sign-in', { token, password })
  expect(await votesOf(other)).toEqual(['UP'])
})

test("on a roaster's recipe, too", async () => {
  const coffees = [{ slug: 'worka', name: 'Worka', recipes: [{ method: 'v60' as const }] }]
  await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees })
  const email = newEmail()
  const visitor = await voted('UP', '/brew/hill-road/worka/v60')
  await visitor.send('/register', { email, password })
  expect(await votesOf(email)).toEqual(['UP'])
})

test('a wrong password casts nothing, and the vote still waits', async () => {
  const email = newEmail()
  await world.call('POST /api/auth/register', { body: { email, password } })
  const visitor = await voted()
  expect((await visitor.send('/sign-in/password', { email, password: 'not this one' })).status).toBe(401)
  expect(await votesOf(email)).toEqual([])
  await visitor.send('/sign-in/password', { email, password })
  expect(await votesOf(email)).toEqual(['UP'])
})

test('nothing but a vote is done by signing in, whatever the cookie says', async () => {
  const kept = (action: string, fields: [string, string][]) =>
    brotliCompressSync(JSON.stringify({ action, fields, page: '/' })).toString('base64url')
  for (const cookie of [
    kept('/me/account/delete', [['confirmation', 'delete my account']]),
    kept(`/recipes/${id}/comments`, [['body', 'Buy my beans']]),
    kept(`/recipes/${id}/vote`, [['vote', 'SIDEWAYS']]),
    kept('/recipes/999999/vote', [['vote', 'UP']]),
    kept(`/recipes/${id}/vote`, []),
    'nonsense',
  ]) {
    const visitor = jarOf(world)
    visitor.cookies.set('unsent /', { name: 'unsent', value: cookie, path: '/' })
    const email = newEmail()
    const made = await visitor.send('/register', { email, password })
    expect([made.status, await votesOf(email)]).toEqual([303, []])
    expect((await visitor.open('/me')).status).toBe(200)
  }
  expect(await world.sql`select from comments`).toHaveLength(0)
})
