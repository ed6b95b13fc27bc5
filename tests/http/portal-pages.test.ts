import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { decideClaim } from '../../core/roasters/claims.ts'
import { browsing, visiting } from '../support/browsing.ts'
import { mailedToken, pressedButton } from '../support/mails.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let hill: number
let lake: number
beforeAll(async () => {
  world = await startWorld()
  hill = await aRoastery(world, { slug: 'hill-road', name: 'Hill Road Coffee Roasters', coffees: [] })
  lake = await aRoastery(world, { slug: 'lake', name: '<b>Lake</b>', coffees: [] })
})
afterAll(() => world.stop())

describe('the link to the portal', () => {
  test('leads to the only roaster, or to a choice of several, or signed out to the sign-in and back', async () => {
    const one = await browsing(world, await aMember(world, hill)).open('/portal')
    expect([one.status, one.headers.get('location')]).toEqual([303, '/portal/hill-road'])
    const { status, text } = await browsing(world, await aMember(world, hill, lake)).open('/portal')
    expect(status).toBe(200)
    expect(text).toContain('<a href="/portal/hill-road">Hill Road Coffee Roasters</a></b> <span class="quiet">Owner<')
    expect(text).toContain('<a href="/portal/lake">&lt;b&gt;Lake&lt;/b&gt;</a></b> <span class="quiet">Editor<')
    const visitor = await visiting(() => world).open('/portal/hill-road')
    expect([visitor.status, visitor.headers.get('location')]).toEqual([303, '/sign-in?next=%2Fportal%2Fhill-road'])
  })

  test('of somebody else’s roaster is a 404, like that of an unknown one', async () => {
    const stranger = browsing(world, await aMember(world, lake))
    for (const path of ['/portal/hill-road', '/portal/nobody', '/portal/%00']) {
      const { status, text } = await stranger.open(path)
      expect([path, status]).toEqual([path, 404])
      expect(text).not.toContain('Hill Road')
    }
  })

  test('without a roaster explains how to claim one, with the state of each claim and what is next', async () => {
    const ann = await world.person()
    const portal = async () => (await browsing(world, ann).open('/portal')).text
    expect(await portal()).toContain('<a class="button" href="/claim">Claim a roaster</a>')
    const ask = async (businessEmail: string) =>
      (await world.call('POST /api/roaster-claims', { as: ann, body: { businessEmail, roasterSlug: 'lake' } })).body
        .claim
    await ask('a@lake.example')
    expect(await portal()).toMatch(/Sent<\/span> <span[^>]*>We emailed a@lake\.example/)
    world.clock.advance({ hours: 49 })
    expect(await portal()).toMatch(/Expired<.*Claim it again/)
    const { id } = await ask('b@lake.example')
    await pressedButton(world, 'b@lake.example', '/claim')
    expect(await portal()).toMatch(/Confirmed<.*We’re reviewing your claim/)
    await decideClaim(id, 'REJECTED', world.ports)
    expect(await portal()).toMatch(/Not approved<.*write to us/)
    const again = await ask('c@lake.example')
    await pressedButton(world, 'c@lake.example', '/claim')
    await decideClaim(again.id, 'APPROVED', world.ports)
    expect((await browsing(world, ann).open('/portal')).headers.get('location')).toBe('/portal/lake')
  })
})

test('a portal page has a rail to the others, the roaster’s page, and what is left to do', async () => {
  const { text } = await browsing(world, await aMember(world, hill)).open('/portal/hill-road')
  expect(text).toContain('<b>Hill Road</b> <span>Coffee Roasters</span>')
  expect(text).toMatch(/<a href="\/portal\/hill-road" aria-current="page">.*Dashboard/)
  expect(text).toContain('href="/roasters/hill-road"')
  expect(text).toContain('Six things left')
})

test('the profile is shown, changed and cleared by a form, with errors next to their fields', async () => {
  const { open, send } = browsing(world, await aMember(world, hill))
  const form = {
    name: 'Hill Road',
    city: 'Bergen',
    description: '<i>Small lots</i>',
    websiteUrl: 'https://hill.example',
  }
  const saved = await send('/portal/hill-road/profile', form)
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/portal/hill-road/profile?saved'])
  const { text } = await open('/portal/hill-road/profile?saved')
  for (const words of ['value="Bergen"', '&lt;i&gt;Small lots&lt;/i&gt;', 'https://hill.example', 'Saved.'])
    expect(text.includes(words) || words).toBe(true)
  const wrong = await send('/portal/hill-road/profile', { ...form, websiteUrl: 'hill', city: '' })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toMatch(/value="hill" aria-invalid="true"/)
  await send('/portal/hill-road/profile', { name: 'Hill Road Coffee Roasters' })
  const { body } = await world.call('GET /api/roasters/hill-road')
  expect(body).toMatchObject({ name: 'Hill Road Coffee Roasters', website: null, description: null })
  const stranger = browsing(world, await aMember(world, lake))
  expect((await stranger.send('/portal/hill-road/profile', { name: 'Mine' })).status).toBe(404)
  expect((await stranger.send('/portal/lake/profile', { name: 'Hill Road' })).text).toContain(
    'We couldn’t save this yet.',
  )
})

describe('the page of members', () => {
  const proven = async (name: string) => {
    const person = await world.person(name)
    await world.sql`update users set email_verified_at = now() where id = ${person.id}`
    return person
  }

  test('invites by a form; a signed-in person answers the link in the mail and gets to the portal', async () => {
    const owner = browsing(world, await aMember(world, hill))
    const wrong = await owner.send('/portal/hill-road/members', { email: 'nobody', role: 'OWNER' })
    expect([wrong.status, wrong.text.includes('value="nobody" aria-invalid="true"')]).toEqual([400, true])
    const sent = await owner.send('/portal/hill-road/members', { email: 'sam@people.example', role: 'EDITOR' })
    expect(sent.headers.get('location')).toBe('/portal/hill-road/members?done=invited')
    const token = await mailedToken(world, 'sam@people.example')
    const visitor = await visiting(() => world).open(`/invitation?token=${token}`)
    expect(visitor.text).toContain('href="/sign-in?next=%2Finvitation"')
    expect(visitor.text.replaceAll(`value="${token}"`, '').includes(token)).toBe(false)
    const cookie = visitor.headers.getSetCookie().find(one => one.startsWith('invitation=')) ?? ''
    expect(cookie).toContain('HttpOnly')
    const sam = await world.person('Sam')
    const waiting = `invitation=${token}`
    expect((await browsing(world, sam).open('/invitation', waiting)).text).toContain('Email me a link')
    await world.sql`update users set email_verified_at = now() where id = ${sam.id}`
    expect((await browsing(world, sam).open('/invitation', waiting)).text).toContain('value="accept"')
    const joined = await browsing(world, sam).send('/invitation', { token, answer: 'accept' })
    expect([joined.status, joined.headers.get('location')]).toEqual([303, '/portal/hill-road'])
    expect((await owner.open('/portal/hill-road/members')).text).toContain(sam.email)
    const asEditor = (await browsing(world, sam).open('/portal/hill-road/members')).text
    expect([asEditor.includes('Invite someone'), asEditor.includes('sam@')]).toEqual([false, false])
  })

  test('shows an invitation at the portal to the person whose address is invited, who may decline', async () => {
    const owner = browsing(world, await aMember(world, lake))
    const kim = await proven('Kim')
    await owner.send('/portal/lake/members', { email: kim.email, role: 'OWNER' })
    const { text } = await browsing(world, kim).open('/portal')
    const id = /name="id" value="(\d+)"/.exec(text)?.[1] ?? ''
    expect(text).toContain('&lt;b&gt;Lake&lt;/b&gt;</b> as an owner')
    const declined = await browsing(world, kim).send('/invitation', { id, answer: 'decline' })
    expect([declined.status, declined.text.includes('Declined')]).toEqual([200, true])
    expect((await owner.open('/portal/lake/members')).text).toContain('declined')
  })

  test('changes roles, removes, sends again and withdraws by buttons, and says why not', async () => {
    const [ann, ben] = [await aMember(world, hill), await proven('Ben')]
    const { open, send } = browsing(world, ann)
    await world.sql`insert into roaster_members values (${hill}, ${ben.id}, 'EDITOR', now())`
    const at = `/portal/hill-road/members/${ben.id}`
    expect((await browsing(world, ben).send(`/portal/hill-road/members/${ann.id}`, { act: 'remove' })).status).toBe(403)
    expect((await send(at, { act: 'owner' })).headers.get('location')).toBe('/portal/hill-road/members?done=role')
    expect((await send(at, { act: 'remove' })).headers.get('location')).toBe('/portal/hill-road/members?done=removed')
    const gone = await send(at, { act: 'remove' })
    expect([gone.status, gone.text.includes('has no such member. They may have been removed.')]).toEqual([404, true])
    await send('/portal/hill-road/members', { email: 'kay@people.example', role: 'EDITOR' })
    const id = /\/invitations\/(\d+)"/.exec((await open('/portal/hill-road/members')).text)?.[1]
    for (const [act, done] of Object.entries({ resend: 'invited', withdraw: 'withdrawn' }))
      expect((await send(`/portal/hill-road/invitations/${id}`, { act })).headers.get('location')).toEndWith(done)
  })
})

describe('the link in the mail of a claim', () => {
  const claimBy = async (ann: Someone, businessEmail: string, roasterSlug: string) => {
    await world.call('POST /api/roaster-claims', { as: ann, body: { businessEmail, roasterSlug } })
    return mailedToken(world, businessEmail)
  }
  const press = (token: string, as?: Someone) =>
    as ? browsing(world, as).send('/claim', { token }) : visiting(() => world).post('/claim', { token })

  test('to one’s own address signs in and leads to the portal', async () => {
    await aRoastery(world, { slug: 'brook', name: 'Brook', coffees: [] })
    await world.sql`update roasters set website_url = 'https://people.example' where slug = 'brook'`
    const ann = await world.person('Ann')
    await world.sql`update users set email_verified_at = now() where id = ${ann.id}`
    const token = await claimBy(ann, ann.email, 'brook')
    expect((await visiting(() => world).open(`/claim?token=${token}`)).text).toContain('Confirm and sign in')
    const { status, headers } = await press(token)
    expect([status, headers.get('location')]).toEqual([303, `${world.url}/portal/brook`])
    const session = headers.getSetCookie().find(one => one.startsWith('svc_session=')) ?? ''
    const [cookie = ''] = session.split(';')
    expect((await visiting(() => world).open('/portal/brook', { cookie })).status).toBe(200)
  })

  test('to another address signs nobody in, and shows the claimant its state', async () => {
    await aRoastery(world, { slug: 'ridge', name: 'Ridge', coffees: [] })
    const [ann, ben] = [await world.person('Ann'), await world.person('Ben')]
    const pressed = await press(await claimBy(ann, 'hello@ridge.example', 'ridge'), ann)
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/portal'])
    const other = await press(await claimBy(ben, 'post@ridge.example', 'ridge'))
    expect([other.status, other.headers.getSetCookie().some(one => one.includes('svc_session=e'))]).toEqual([
      200,
      false,
    ])
  })
})

test('the only owner of a roaster is warned before they delete their account', async () => {
  const cove = await aRoastery(world, { slug: 'cove', name: 'Cove', coffees: [] })
  const ann = await aMember(world, cove)
  const account = async () => (await browsing(world, ann).open('/me/account/delete')).text
  expect(await account()).toContain('You’re the only owner of <b>Cove</b>')
  await aMember(world, cove)
  expect(await account()).not.toContain('only owner')
  expect((await browsing(world, ann).open('/roasters/cove')).text).toContain('href="/portal/cove">Manage this page')
})
