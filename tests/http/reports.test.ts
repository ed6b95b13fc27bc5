import { afterAll, beforeAll, expect, test } from 'bun:test'
import { aRecipe, publish } from '../support/recipes.ts'
import { complaining } from '../support/reports.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let bob: Someone
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
  ;[ann, bob] = [await world.person('Ann'), await world.person('Bob')]
})
afterAll(() => world.stop())

const thanks = { success: true, message: 'Thank you. The people who run this site will look at it.' }

const { report, comment } = complaining(() => world)

const kept = async (kind: string, id: number) => [
  ...(await world.sql`
    select user_id, visitor, reason, sentence from reports where kind = ${kind} and thing_id = ${id} order by id`),
]

/** Mails about one thing, and waiting digests. */
const toOperator = () =>
  world.sql`
    select template, props, next_attempt_at > ${world.clock.now()} as waits, created_at >= next_attempt_at as counts_from_then
    from outbox
    where recipient = ${world.config.supportEmail}
    order by template`

/** Mails to the operator with this subject. */
const sentAbout = async (subject: RegExp) => (await world.mails()).filter(mail => subject.test(mail.subject ?? ''))

/** Long enough that no limit counts any more, and no mail waits. */
async function later() {
  world.clock.advance({ hours: 2 })
  await world.mails()
  await world.sweep()
}

test('a person reports a recipe and a comment once each; repeating it adds nothing and gets the same thanks', async () => {
  const { id } = await publish(world, ann)
  const said = await comment(ann, id)
  for (const [path, kind, thing] of [
    [`${id}`, 'recipe', id],
    [`${id}/comments/${said}`, 'comment', said],
  ] as const) {
    const first = await report(path, bob, { reason: 'copied', sentence: '  From my blog.  ' })
    expect([first.status, first.body]).toEqual([200, thanks])
    const second = await report(path, bob, { reason: 'rude' })
    expect([second.status, second.body]).toEqual([200, thanks])
    expect(await kept(kind, thing)).toEqual([
      { userId: bob.id, visitor: null, reason: 'copied', sentence: 'From my blog.' },
    ])
  }
})

test('two concurrent reports by one person are one, and of many concurrent ones one is the first', async () => {
  await later()
  const { id } = await publish(world, ann)
  const people = await Promise.all(Array.from({ length: 6 }, () => world.person()))
  const answers = await Promise.all([...people, ...people].map(person => report(`${id}`, person)))
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => thanks))
  expect((await kept('recipe', id)).length).toBe(6)
  const mails = await toOperator()
  expect(mails.map(({ template, waits }) => [template, waits])).toEqual([
    ['new-report', false],
    ['report-digest', true],
  ])
  // A monitor of the outbox does not take it for a mail that cannot be sent.
  expect(mails[1]?.countsFromThen).toBe(true)
  expect(mails[1]?.props).toMatchObject({ reports: 5, things: { [`/recipes/${id}`]: 5 } })
})

test("no visitor's address is stored: one report per thing, five things an hour, and nothing links them", async () => {
  const [recipes, from]: [number[], string] = [[], '203.0.113.9']
  for (let made = 0; made < 6; made++) recipes.push((await publish(world, ann)).id)
  const [first = 0, second = 0, , , , sixth = 0] = recipes
  expect((await report(`${first}`, undefined, { from })).body).toEqual(thanks)
  expect((await report(`${first}`, undefined, { from })).body).toEqual(thanks)
  for (const id of recipes.slice(1, 5)) expect((await report(`${id}`, undefined, { from })).status).toBe(200)
  world.clock.advance({ minutes: 2 })
  await world.sweep()
  const refused = await report(`${sixth}`, undefined, { from })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect(refused.body.error).toBe('That’s a lot of reports for one hour. Sign in to send more, or try again later.')
  expect(await kept('recipe', sixth)).toEqual([])
  // The limit does not affect earlier reports, nor a signed-in person at that address.
  expect((await report(`${first}`, undefined, { from })).status).toBe(200)
  expect((await report(`${sixth}`, bob, { from })).status).toBe(200)
  const [[one], [other]] = [await kept('recipe', first), await kept('recipe', second)]
  expect([one?.userId, other?.userId, one?.visitor === other?.visitor]).toEqual([null, null, false])
  const [dump] = await world.sql`
    select string_agg(reports::text, '') || string_agg(coalesce(outbox.props::text, ''), '') as text from reports, outbox`
  expect(dump?.text.includes('203.0.113')).toBe(false)
  world.clock.advance({ hours: 1 })
  expect((await report(`${sixth}`, undefined, { from })).status).toBe(200)
})

test('both interfaces count together: ten a minute, signed in or not', async () => {
  const { id } = await publish(world, ann)
  const said = await comment(ann, id)
  const from = '203.0.113.70'
  for (let sent = 0; sent < 5; sent++) {
    expect((await report(`${id}`, bob, { from })).status).toBe(200)
    expect((await report(`${id}/comments/${said}`, bob, { from })).status).toBe(200)
  }
  expect((await report(`${id}`, bob, { from })).status).toBe(429)
})

test('hidden, deleted, mismatched or unknown things cannot be reported', async () => {
  const { id } = await publish(world, ann)
  const other = await publish(world, ann)
  const [said, gone] = [await comment(ann, id), await comment(ann, id)]
  await world.call(`DELETE /api/recipes/${id}/comments`, { as: ann, body: { commentId: gone } })
  const status = async (path: string) => (await report(path, bob)).status
  expect(await status(`${id}/comments/${gone}`)).toBe(404)
  expect(await status(`${other.id}/comments/${said}`)).toBe(404)
  expect(await status('999999')).toBe(404)
  expect(await status('x')).toBe(404)
  await world.sql`update recipes set hidden_at = now() where id = ${id}`
  expect([await status(`${id}`), await status(`${id}/comments/${said}`)]).toEqual([404, 404])
  await world.call(`DELETE /api/community-recipes/${other.id}`, { as: ann })
  expect(await status(`${other.id}`)).toBe(404)
  expect([
    ...(await kept('recipe', id)),
    ...(await kept('recipe', other.id)),
    ...(await kept('comment', said)),
  ]).toEqual([])
})

test('one’s own things cannot be reported, nor a roaster’s by its members', async () => {
  const { id } = await publish(world, ann)
  const said = await comment(bob, id)
  const own = await report(`${id}`, ann)
  expect([own.status, own.body.error]).toEqual([400, 'This is your own recipe. Edit or delete it yourself.'])
  expect((await report(`${id}/comments/${said}`, bob)).status).toBe(400)
  expect((await report(`${id}/comments/${said}`, ann)).status).toBe(200)

  const coffees = [{ slug: 'worka', name: 'Worka', recipes: [{ method: 'v60' }] }]
  const member = await aMember(world, await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees }))
  const published = await world.ports.recipes.byId(await putThere())
  expect((await report(`${published?.id}`, member)).status).toBe(400)
  expect((await report(`${published?.id}`, bob)).status).toBe(200)
})

async function putThere() {
  const { publishRoasterRecipe } = await import('../../core/embeds/publish.ts')
  return publishRoasterRecipe({ roasterSlug: 'hill-road', coffeeSlug: 'worka', method: 'v60' }, world.ports)
}

test('a wrong reason or a long text is refused, and an ended session before both', async () => {
  const { id } = await publish(world, ann)
  const send = (body: object, as?: { token: string }) => world.call(`POST /api/recipes/${id}/report`, { as, body })
  for (const body of [
    {},
    { reason: 'boring' },
    { reason: 'spam', sentence: 'x'.repeat(501) },
    { reason: 'spam', sentence: 7 },
  ])
    expect([body, (await send(body, bob)).status]).toEqual([body, 400])
  expect((await send({ reason: 'boring' }, { token: 'stale' })).status).toBe(401)
  expect((await send({ reason: 'spam', sentence: 'x'.repeat(500) }, bob)).status).toBe(200)
})

test('the first report of a thing is mailed at once, naming its author', async () => {
  await later()
  const cheat = await world.person('Eve\r\nBcc: x@evil.example')
  const { id } = await publish(world, ann)
  const said = await comment(cheat, id, '<b>Buy</b> \u202emy\u0007 beans')
  const by = await world.person('<i>Cy</i>')
  await report(`${id}/comments/${said}`, by, {
    reason: 'spam',
    sentence: '</blockquote><script>x</script>\n> not ours',
  })
  await report(`${id}`, undefined, { reason: 'wrong', from: '203.0.113.80' })
  const [mail] = await sentAbout(new RegExp(`^Report of comment ${said}:`))
  const [plain] = await sentAbout(new RegExp(`^Report of recipe ${id}:`))
  expect([mail?.subject, plain?.subject]).toEqual([
    `Report of comment ${said}: Spam or advertising`,
    `Report of recipe ${id}: Wrong or dangerous brewing advice`,
  ])
  expect(mail?.to).toMatchObject([{ address: world.config.supportEmail }])
  expect(mail?.text).toContain(`A signed-in user reported a comment by Eve Bcc: x@evil.example on `)
  expect(mail?.text).toContain('> </blockquote><script>x</script>\n> > not ours')
  expect(mail?.text).toContain('> <b>Buy</b> my beans')
  expect(mail?.text).toContain(`${world.ports.site.baseUrl}/recipes/${id}#comment-${said}`)
  expect(mail?.text).toContain(`dialin reports close comment ${said} [--hide]`)
  expect(mail?.html).toContain('&lt;script&gt;x&lt;/script&gt;')
  expect(plain?.text).toStartWith(`A visitor reported the recipe by Ann, `)
  for (const text of [mail, plain].flatMap(one => [one?.text, one?.html, JSON.stringify(one?.headers)])) {
    expect(text).not.toContain(by.email)
    expect(text).not.toContain('203.0.113.80')
  }
})

test('many reports do not cause many mails: five an hour at once, and one digest an hour that counts the rest', async () => {
  await later()
  const firsts = /^Report of recipe \d+: Spam/
  const digests = /^(One|\d+) more reports?$/
  const [before, digestsBefore] = [(await sentAbout(firsts)).length, (await sentAbout(digests)).length]
  const recipes: number[] = []
  for (let made = 0; made < 24; made++) recipes.push(await aRecipe(world, { by: ann }))
  const people = await Promise.all(Array.from({ length: 3 }, () => world.person()))
  for (const id of recipes) await Promise.all(people.map(person => report(`${id}`, person)))
  expect((await sentAbout(firsts)).length - before).toBe(5)
  expect((await sentAbout(digests)).length - digestsBefore).toBe(0)
  world.clock.advance({ minutes: 61 })
  expect((await sentAbout(firsts)).length - before).toBe(5)
  const digest = (await sentAbout(/^67 more reports$/))[0]
  expect((await sentAbout(digests)).length - digestsBefore).toBe(1)
  expect(digest?.text).toContain(`2 × ${world.ports.site.baseUrl}/recipes/${recipes[0]}\n`)
  expect(digest?.text?.match(/ × /g)?.length).toBe(20)
  expect(digest?.text).toMatch(/And \d+ more about other things\./)
  expect(digest?.text).toContain('dialin reports list')
  // The next one waits for another hour.
  await report(`${recipes[0]}`, await world.person())
  expect((await sentAbout(digests)).length - digestsBefore).toBe(1)
  world.clock.advance({ minutes: 61 })
  expect((await sentAbout(digests)).length - digestsBefore).toBe(2)
})

test('the export has what a person reported; once they are deleted it stays without them', async () => {
  await later()
  const cy = await world.person('Cyrilla')
  const { id } = await publish(world, ann)
  await report(`${id}`, cy, { sentence: 'Look.' })
  await world.sql`update reports set note = 'between us', closed_at = now() where user_id = ${cy.id}`
  const { body } = await world.call('GET /api/user/export', { as: cy })
  expect(body.data.reports).toMatchObject([{ kind: 'recipe', thingId: id, reason: 'spam', sentence: 'Look.' }])
  for (const column of ['note', 'closedAt', 'visitor']) expect(Object.keys(body.data.reports[0])).not.toContain(column)
  await world.call('DELETE /api/user/account', { as: cy })
  expect(await kept('recipe', id)).toEqual([{ userId: null, visitor: null, reason: 'spam', sentence: 'Look.' }])
  const mails = await toOperator()
  expect([mails.length, JSON.stringify(mails).includes('Cyrilla')]).toEqual([1, false])
})

test('nobody but the operator learns of it: not the author, in no list and no export', async () => {
  const { id } = await publish(world, ann)
  const before = (await world.call(`GET /api/recipes/${id}`, { as: ann })).body
  await report(`${id}`, bob, { sentence: 'A secret complaint.' })
  expect((await world.call(`GET /api/recipes/${id}`, { as: ann })).body).toEqual(before)
  const { text } = await world.call('GET /api/user/export', { as: ann })
  expect(text).not.toContain('A secret complaint.')
})
