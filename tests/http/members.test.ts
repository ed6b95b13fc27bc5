import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mailedToken } from '../support/mails.ts'
import { aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
})
afterAll(() => world.stop())

let roasteries = 0
/** A roaster with its owners and editors, who have all proven their addresses. */
async function aTeam({ owners = 1, editors = 0 } = {}) {
  const slug = `team-${++roasteries}`
  const roasterId = await aRoastery(world, { slug, name: `Team ${roasteries}`, coffees: [] })
  const join = async (role: string) => {
    const person = await proven()
    await world.sql`
      insert into roaster_members (roaster_id, user_id, role, created_at)
      values (${roasterId}, ${person.id}, ${role}, ${world.clock.now()})`
    return person
  }
  const team = { slug, roasterId, owners: [] as Someone[], editors: [] as Someone[] }
  for (let at = 0; at < owners; at++) team.owners.push(await join('OWNER'))
  for (let at = 0; at < editors; at++) team.editors.push(await join('EDITOR'))
  return { ...team, owner: team.owners[0] as Someone, editor: team.editors[0] as Someone }
}

async function proven(name?: string) {
  const person = await world.person(name)
  await world.sql`update users set email_verified_at = ${world.clock.now()} where id = ${person.id}`
  return person
}

const portal = (as: Someone, route: string, body?: unknown) => {
  const [method, path] = route.split(' ')
  return world.call(`${method} /api/roaster-portal/${path}`, { as, body })
}
const invite = (as: Someone, email: string, role = 'EDITOR') => portal(as, 'POST invitations', { email, role })
const accept = (as: Someone, body: object) => world.call('POST /api/roaster-invitations/accept', { as, body })
const decline = (body: object, as?: Someone) => world.call('POST /api/roaster-invitations/decline', { as, body })
const newAddress = () => `${crypto.randomUUID()}@people.example`
const rolesOf = async (as: Someone) =>
  (await portal(as, 'GET members')).body.members.map(({ role }: { role: string }) => role)
const mailsTo = async (address: string) =>
  (await world.mails()).filter(mail => mail.to?.[0]?.address === address).map(({ subject }) => subject)

describe('an invitation', () => {
  test('is mailed, says what it is about, and makes the person who accepts it a member, once', async () => {
    const { owner, slug } = await aTeam()
    const email = newAddress()
    const { status, body } = await invite(owner, email)
    expect([status, body.invitation]).toMatchObject([201, { email, role: 'EDITOR', state: 'OPEN' }])
    const token = await mailedToken(world, email)
    const about = await world.call(`GET /api/roaster-invitations/verify?token=${token}`)
    expect(about.body).toMatchObject({ roaster: { slug }, role: 'EDITOR' })
    // A person with another address than the invited one: the owners are told which.
    const ben = await proven('Ben')
    expect((await accept(ben, { token })).body).toMatchObject({ success: true, roaster: { slug }, role: 'EDITOR' })
    expect((await portal(owner, 'GET members')).body.members).toMatchObject([
      { id: owner.id, role: 'OWNER', isYou: true },
      { id: ben.id, name: 'Ben', email: ben.email, role: 'EDITOR', isYou: false },
    ])
    expect(await mailsTo(owner.email)).toContain(`Ben joined Team ${roasteries}`)
    expect((await portal(owner, 'GET invitations')).body.invitations).toEqual([])
    expect((await accept(await proven(), { token })).status).toBe(400)
    expect((await world.sql`select from roaster_invitations where token_hash = ${token}`).length).toBe(0)
  })

  test('does not work while its sender is disabled, unless another owner sends it again', async () => {
    const { owners } = await aTeam({ owners: 2 })
    const [olga, otto] = owners as [Someone, Someone]
    const sam = await proven('Sam')
    const { id } = (await invite(olga, sam.email)).body.invitation
    const token = await mailedToken(world, sam.email)
    const mine = async () => (await world.call('GET /api/roaster-invitations', { as: sam })).body.invitations
    const disabled = (at: Date | null) => world.ports.accounts.setDisabled(olga.id, at)
    await disabled(world.clock.now())
    expect((await world.call(`GET /api/roaster-invitations/verify?token=${token}`)).status).toBe(400)
    for (const which of [{ token }, { id }]) expect((await accept(sam, which)).status).not.toBe(200)
    expect(await mine()).toEqual([])
    expect((await portal(otto, `POST invitations/${id}/resend`)).status).toBe(200)
    expect(await mine()).toMatchObject([{ id }])
    expect((await accept(sam, { id })).status).toBe(200)
    await disabled(null)
  })

  test('is accepted by one of many at once', async () => {
    const { owner } = await aTeam()
    const email = newAddress()
    await invite(owner, email, 'OWNER')
    const token = await mailedToken(world, email)
    const people = await Promise.all(Array.from({ length: 4 }, () => proven()))
    const answers = await Promise.all(people.map(person => accept(person, { token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect(await rolesOf(owner)).toEqual(['OWNER', 'OWNER'])
  })

  test('waits for the person who has proven the address, and not for one who only claims it', async () => {
    const { owner } = await aTeam()
    const sam = await world.person()
    const { body } = await invite(owner, sam.email)
    const { id } = body.invitation
    const mine = async () => (await world.call('GET /api/roaster-invitations', { as: sam })).body.invitations
    expect([await mine(), (await accept(sam, { id })).status]).toEqual([[], 403])
    expect((await accept(sam, { token: await mailedToken(world, sam.email) })).status).toBe(403)
    await world.sql`update users set email_verified_at = now() where id = ${sam.id}`
    expect(await mine()).toMatchObject([{ id }])
    expect((await accept(await proven(), { id })).status).toBe(400)
    expect((await accept(sam, { id })).status).toBe(200)
  })

  test('expires after seven days, can be sent again with another link, and be withdrawn', async () => {
    const { owner, roasterId } = await aTeam()
    const email = newAddress()
    const { id } = (await invite(owner, email)).body.invitation
    const first = await mailedToken(world, email)
    expect((await invite(owner, email.toUpperCase())).status).toBe(409)
    await world.sql`update roaster_invitations set expires_at = ${world.clock.now()} where id = ${id}`
    expect((await accept(await proven(), { token: first })).status).toBe(400)
    expect((await portal(owner, 'GET invitations')).body.invitations).toMatchObject([{ id, state: 'EXPIRED' }])
    expect((await portal(owner, `POST invitations/${id}/resend`)).body.invitation).toMatchObject({ id, state: 'OPEN' })
    const second = await mailedToken(world, email)
    expect([second === first, (await accept(await proven(), { token: first })).status]).toEqual([false, 400])
    expect((await portal(owner, `DELETE invitations/${id}`)).status).toBe(200)
    expect((await portal(owner, `DELETE invitations/${id}`)).status).toBe(404)
    expect((await accept(await proven(), { token: second })).status).toBe(400)
    expect((await world.sql`select from roaster_members where roaster_id = ${roasterId}`).length).toBe(1)
  })

  test('can be declined without an account; then nobody is asked for a month, but the link still works', async () => {
    const { owner } = await aTeam()
    const email = newAddress()
    const { id } = (await invite(owner, email)).body.invitation
    const token = await mailedToken(world, email)
    expect([(await decline({ id })).status, (await decline({ token })).status]).toEqual([401, 200])
    for (const again of [invite(owner, email), portal(owner, `POST invitations/${id}/resend`)])
      expect((await again).status).toBe(409)
    expect((await portal(owner, `DELETE invitations/${id}`)).status).toBe(404)
    expect((await accept(await proven(), { token })).status).toBe(200)
  })

  test('that was declined cannot be sent to the same mailbox under another tag', async () => {
    const { owner } = await aTeam()
    const tagged = (tag: string) => `sam${roasteries}${tag}@people.example`
    const other = (await invite(owner, tagged('+other'))).body.invitation.id
    await invite(owner, tagged(''))
    expect((await decline({ token: await mailedToken(world, tagged('')) })).status).toBe(200)
    for (const again of [invite(owner, tagged('+Again')), portal(owner, `POST invitations/${other}/resend`)])
      expect((await again).status).toBe(409)
    expect((await invite(owner, `sam${roasteries}x@people.example`)).status).toBe(201)
  })

  test('is limited: five mails an hour to a mailbox, twenty from a roaster', async () => {
    const email = newAddress()
    const statuses: number[] = []
    for (let at = 0; at < 6; at++) statuses.push((await invite((await aTeam()).owner, email)).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    const { owner } = await aTeam()
    const many: number[] = []
    for (let at = 0; at < 21; at++) many.push((await invite(owner, newAddress())).status)
    expect(many).toEqual([...Array(20).fill(201), 429])
    await world.sql`delete from outbox`
  })

  test('is for owners to send, see, send again and withdraw', async () => {
    const { owner, editor } = await aTeam({ editors: 1 })
    const { id } = (await invite(owner, newAddress())).body.invitation
    const refused = [
      invite(editor, newAddress()),
      portal(editor, 'GET invitations'),
      portal(editor, `POST invitations/${id}/resend`),
      portal(editor, `DELETE invitations/${id}`),
    ]
    for (const answer of refused) expect((await answer).status).toBe(403)
    const other = await aTeam()
    expect((await portal(other.owner, `DELETE invitations/${id}`)).status).toBe(404)
    expect((await invite(owner, owner.email)).status).toBe(409)
  })
})

describe('members', () => {
  test('show their addresses to owners only, and to themselves', async () => {
    const { owner, editor } = await aTeam({ editors: 2 })
    const emails = async (as: Someone) =>
      (await portal(as, 'GET members')).body.members.map(({ email }: { email: string | null }) => email)
    expect((await emails(owner)).every(Boolean)).toBe(true)
    expect(await emails(editor)).toEqual([null, editor.email, null])
  })

  test('are removed, and given other roles, by owners; each is told', async () => {
    const { owner, editor, roasterId } = await aTeam({ editors: 1 })
    expect((await portal(editor, `PATCH members/${editor.id}`, { role: 'OWNER' })).status).toBe(403)
    expect((await portal(editor, `DELETE members/${owner.id}`)).status).toBe(403)
    expect((await portal(owner, `PATCH members/${editor.id}`, { role: 'OWNER' })).status).toBe(200)
    const invited = newAddress()
    await invite(editor, invited)
    expect((await portal(owner, `DELETE members/${editor.id}`)).status).toBe(200)
    expect((await portal(editor, 'GET members')).status).toBe(403)
    expect(await mailsTo(editor.email)).toEqual([
      `You’re now an owner of Team ${roasteries}`,
      `You no longer run Team ${roasteries}`,
    ])
    expect((await world.sql`select from roaster_invitations where roaster_id = ${roasterId}`).length).toBe(0)
    expect((await portal(owner, `DELETE members/${editor.id}`)).status).toBe(404)
  })

  test('are mailed about role changes five times an hour, however often an owner changes them', async () => {
    const { owner, editor } = await aTeam({ editors: 1 })
    for (let at = 0; at < 8; at++)
      await portal(owner, `PATCH members/${editor.id}`, { role: at % 2 === 0 ? 'OWNER' : 'EDITOR' })
    expect(await mailsTo(editor.email)).toHaveLength(5)
  })

  test('can leave, but the last owner stays, also if several leave at once', async () => {
    const { owner, owners, editor } = await aTeam({ owners: 3, editors: 1 })
    expect((await portal(editor, `DELETE members/${editor.id}`)).status).toBe(200)
    const left = await Promise.all(owners.map(one => portal(one, `DELETE members/${one.id}`)))
    expect(left.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    const last = owners.find((_, at) => left[at]?.status === 409) ?? owner
    expect((await portal(last, `PATCH members/${last.id}`, { role: 'EDITOR' })).status).toBe(409)
    expect(await rolesOf(last)).toEqual(['OWNER'])
    expect((await mailsTo(last.email)).length).toBe(3)
  })

  test('two owners who demote each other at once leave one', async () => {
    const [one, two] = (await aTeam({ owners: 2 })).owners as [Someone, Someone]
    const answers = await Promise.all([
      portal(one, `PATCH members/${two.id}`, { role: 'EDITOR' }),
      portal(two, `PATCH members/${one.id}`, { role: 'EDITOR' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await rolesOf(one)).sort()).toEqual(['EDITOR', 'OWNER'])
  })

  test('who are editors may write, but not delete', async () => {
    const { owner, editor } = await aTeam({ editors: 1 })
    const { coffee } = (await portal(editor, 'POST coffees', { name: 'Worka', roastLevel: 'LIGHT' })).body
    const { recipe } = (
      await portal(editor, `POST coffees/${coffee.id}/recipes`, { method: 'v60', doseGrams: 15, ratio: 16 })
    ).body
    for (const route of [`DELETE recipes/${recipe.id}`, `DELETE coffees/${coffee.id}`])
      expect([(await portal(editor, route)).status, (await portal(owner, route)).status]).toEqual([403, 200])
  })
})

describe('the only owner who closes their account', () => {
  test('leaves a roaster whose editors can still edit, are told, and may claim it; invitations end', async () => {
    const { owner, editor, slug, roasterId } = await aTeam({ editors: 1 })
    await world.sql`update roasters set is_verified = true where id = ${roasterId}`
    const email = newAddress()
    await invite(owner, email)
    expect((await world.call('DELETE /api/user/account', { as: owner })).status).toBe(200)
    expect((await world.call(`GET /api/roasters/${slug}`)).body.isVerified).toBe(false)
    expect((await accept(await proven(), { token: await mailedToken(world, email) })).status).toBe(400)
    expect(await mailsTo(editor.email)).toEqual([`Team ${roasteries} has no owner`])
    expect((await portal(editor, 'PUT profile', { city: 'Bergen' })).status).toBe(200)
    const claim = { roasterSlug: slug, businessEmail: newAddress() }
    expect((await world.call('POST /api/roaster-claims', { as: editor, body: claim })).status).toBe(200)
  })

  test('of several owners leaves it to the others, also if two leave at once', async () => {
    const { owners, editor, slug, roasterId } = await aTeam({ owners: 3, editors: 1 })
    await world.sql`update roasters set is_verified = true where id = ${roasterId}`
    const verified = async () => (await world.call(`GET /api/roasters/${slug}`)).body.isVerified
    const close = (as?: Someone) => world.call('DELETE /api/user/account', { as })
    await close(owners[0])
    expect(await verified()).toBe(true)
    await Promise.all(owners.slice(1).map(close))
    expect([await verified(), await rolesOf(editor)]).toEqual([false, ['EDITOR']])
  })
})

describe('the website of a roaster', () => {
  test('can only be changed by its owners: an address there approves a claim, and makes an owner', async () => {
    const { owner, editor } = await aTeam({ editors: 1 })
    const website = (as: Someone, websiteUrl: string) => portal(as, 'PATCH profile', { websiteUrl, tagline: 'Slowly' })
    expect((await website(owner, 'https://team.example')).status).toBe(200)
    expect((await website(editor, 'https://editors.example')).status).toBe(403)
    // As sent by a form that has every field.
    expect((await website(editor, 'https://team.example')).status).toBe(200)
    expect((await portal(owner, 'GET profile')).body.websiteUrl).toBe('https://team.example')
  })
})
