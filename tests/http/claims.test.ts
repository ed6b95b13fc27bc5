import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { decideClaim } from '../../core/roasters/claims.ts'
import { browsing } from '../support/browsing.ts'
import { jarOf } from '../support/jar.ts'
import { mailedToken } from '../support/mails.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

let roasters = 0
/** A roaster of the catalog, with or without a website. */
async function aRoaster(websiteUrl: string | null = null) {
  const name = `Roaster ${++roasters}`
  await world.call('POST /api/coffees', {
    as: await world.person(),
    body: { name: 'House Blend', roasterName: name, roastLevel: 'MEDIUM' },
  })
  const slug = `roaster-${roasters}`
  await world.sql`update roasters set website_url = ${websiteUrl} where slug = ${slug}`
  return slug
}

const claim = (as: Someone, body: Record<string, unknown>) =>
  world.call('POST /api/roaster-claims', { as, body: { businessEmail: newAddress(), ...body } })

const newAddress = (host = 'business.example') => `${crypto.randomUUID()}@${host}`

const confirm = (token: string) => world.call('POST /api/roaster-claims/verify', { body: { token } })
const confirmed = async (address: string) => confirm(await mailedToken(world, address))

async function verifiedClaim(as: Someone, roasterSlug: string) {
  const businessEmail = newAddress()
  const { body } = await claim(as, { roasterSlug, businessEmail })
  await confirmed(businessEmail)
  return body.claim.id as number
}

const memberships = (person: Someone) =>
  world.sql`
  select slug, role, is_verified
  from roaster_members
  join roasters on roasters.id = roaster_id
  where user_id = ${person.id}`.then(rows => [...rows])

describe('claiming a roaster', () => {
  test('writes to the business address and waits for its link', async () => {
    const person = await world.person()
    const roasterSlug = await aRoaster()
    const businessEmail = newAddress()
    const answer = await claim(person, {
      roasterSlug,
      businessEmail,
      proofUrl: 'https://example.com/imprint',
      notes: 'I am the owner.',
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      success: true,
      message: `We emailed ${businessEmail}. Open the link in that email within 48 hours to confirm the claim.`,
      claim: { state: 'PENDING', businessEmail, roaster: { slug: roasterSlug } },
    })
    const letter = (await world.mails()).find(mail => mail.to?.[0]?.address === businessEmail)
    expect(letter?.subject).toContain(answer.body.claim.roaster.name)
    expect(await mailedToken(world, businessEmail)).not.toBe('')
    expect(await memberships(person)).toEqual([])
  })

  test('by a new name creates the roaster; by a known name, in any spelling, claims that one', async () => {
    const answer = await claim(await world.person(), { roasterName: 'Brand New Roasters' })
    expect(answer.body.claim.roaster).toMatchObject({ name: 'Brand New Roasters', slug: 'brand-new-roasters' })
    expect((await world.call('GET /api/roasters/brand-new-roasters')).status).toBe(200)
    const slug = await aRoaster()
    const known = await claim(await world.person(), { roasterName: slug.replace('-', ' ').toUpperCase() })
    expect(known.body.claim.roaster.slug).toBe(slug)
  })

  test('is possible once per person: a second claim is a 409', async () => {
    const ann = await world.person()
    const [one, two] = [await aRoaster(), await aRoaster()]
    await claim(ann, { roasterSlug: one })
    const refused = [
      await claim(ann, { roasterSlug: one }),
      await claim(ann, { roasterSlug: two }),
      await claim(ann, { roasterName: 'Never Made' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(refused[0]?.body.error).toStartWith('You already have an open claim.')
    expect((await world.call('GET /api/roasters/never-made')).status).toBe(404)
  })

  test('ten times at once by one person succeeds once', async () => {
    const person = await world.person()
    const slugs = await Promise.all(Array.from({ length: 10 }, () => aRoaster()))
    const answers = await Promise.all(slugs.map(roasterSlug => claim(person, { roasterSlug })))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(answers.filter(({ status }) => status === 409).length).toBe(9)
  })

  test('no longer blocks once its link has expired', async () => {
    const ann = await world.person()
    await claim(ann, { roasterSlug: await aRoaster() })
    world.clock.advance({ hours: 48 })
    expect((await claim(ann, { roasterSlug: await aRoaster() })).status).toBe(200)
  })

  test('needs a sign-in', async () => {
    expect((await world.call('POST /api/roaster-claims', { body: {} })).status).toBe(401)
  })

  test('that does not exist is a 404', async () => {
    const answer = await claim(await world.person(), { roasterSlug: 'nobody-here' })
    expect([answer.status, answer.body.error]).toEqual([404, 'There is no roaster nobody-here.'])
  })

  const either = 'Give either roasterSlug, to claim a roaster that is here, or roasterName, for one that is not.'
  test.each([
    [{}, either],
    [{ roasterSlug: 'a', roasterName: 'A' }, either],
    [{ roasterSlug: 'a', businessEmail: undefined }, 'businessEmail is required.'],
    [{ roasterSlug: 'a', businessEmail: 'me' }, 'businessEmail must be an email address.'],
    [{ roasterSlug: 'a', proofUrl: 'ftp://x' }, 'proofUrl must be a web address such as https://example.com.'],
    [{ roasterName: ' ' }, 'roasterName must not be empty.'],
    [{ roasterName: 'A', notes: 'x'.repeat(5001) }, 'notes must have at most 5000 characters.'],
  ])('says what is wrong with %j', async (body, error) => {
    const answer = await claim(await world.person(), body)
    expect([answer.status, answer.body]).toEqual([400, { error }])
  })
})

describe('the link of a claim', () => {
  test("approves it when the address is on the domain of the roaster's website", async () => {
    const person = await world.person()
    const roasterSlug = await aRoaster('https://www.onyx.example/shop')
    const businessEmail = newAddress('mail.onyx.example')
    await claim(person, { roasterSlug, businessEmail })
    const answer = await confirmed(businessEmail)
    expect([answer.status, answer.body.claim.state, answer.headers.get('cache-control')]).toEqual([
      200,
      'APPROVED',
      'no-store',
    ])
    expect(await memberships(person)).toEqual([{ slug: roasterSlug, role: 'OWNER', isVerified: true }])
    const again = await claim(person, { roasterSlug: await aRoaster() })
    expect([again.status, again.body.error]).toEqual([409, 'You already manage a roaster.'])
  })

  test.each([
    ['https://www.onyx.example', 'notonyx.example'],
    ['https://shop.onyx.example', 'onyx.example'],
    ['https://onyx.example', 'onyx.example.evil.example'],
    [null, 'onyx.example'],
  ])('leaves it to us when the website is %s and the address at %s', async (website, host) => {
    const person = await world.person()
    const businessEmail = newAddress(host)
    await claim(person, { roasterSlug: await aRoaster(website), businessEmail })
    const answer = await confirmed(businessEmail)
    expect([answer.status, answer.body.claim.state]).toEqual([200, 'VERIFIED'])
    expect(await memberships(person)).toEqual([])
  })

  test('works once', async () => {
    const businessEmail = newAddress()
    await claim(await world.person(), { roasterSlug: await aRoaster(), businessEmail })
    const token = await mailedToken(world, businessEmail)
    const answers = await Promise.all([1, 2, 3].map(() => confirm(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      error: 'This link has expired or was already used. Claim the roaster again to get a new one.',
    })
  })

  test('works for 48 hours', async () => {
    const businessEmail = newAddress()
    const person = await world.person()
    await claim(person, { roasterSlug: await aRoaster(), businessEmail })
    const token = await mailedToken(world, businessEmail)
    world.clock.advance({ hours: 48 })
    expect((await confirm(token)).status).toBe(400)
    expect((await claim(person, { roasterSlug: await aRoaster() })).status).toBe(200)
  })

  test('is mailed to the claimant in the second person if it is their own address', async () => {
    const person = await world.person('Ann')
    await claim(person, { roasterSlug: await aRoaster(), businessEmail: person.email })
    const { text } = (await world.mails()).findLast(mail => mail.to?.[0]?.address === person.email) ?? {}
    expect(text).toContain('You asked to manage')
    expect(text).not.toContain('We don’t know yet')
  })

  test('that is only opened shows who asks for what, and confirms nothing', async () => {
    const [person, businessEmail] = [await world.person('Ann'), newAddress()]
    const { body } = await claim(person, { roasterSlug: await aRoaster(), businessEmail })
    const token = await mailedToken(world, businessEmail)
    const looked = await world.call(`GET /api/roaster-claims/verify?token=${token}`)
    expect(looked.body).toMatchObject({
      claim: body.claim,
      claimant: { name: 'Ann', email: person.email, emailProven: false },
    })
    expect((await world.call(`HEAD /api/roaster-claims/verify?token=${token}`)).status).toBe(200)
    expect((await confirm(token)).status).toBe(200)
    expect((await world.call(`GET /api/roaster-claims/verify?token=${token}`)).status).toBe(400)
  })

  test('without a token, or with a wrong one, is a 400', async () => {
    expect((await world.call('POST /api/roaster-claims/verify', { body: {} })).body).toEqual({
      error: 'token is required.',
    })
    expect((await confirm('wrong')).status).toBe(400)
    expect((await world.call('GET /api/roaster-claims/verify?token=wrong')).status).toBe(400)
  })
})

describe('a verified claim of a stranger', () => {
  test('does not block the owner, whose address at the website approves theirs', async () => {
    const [stranger, owner] = [await world.person(), await world.person()]
    const roasterSlug = await aRoaster('https://onyx.example')
    await verifiedClaim(stranger, roasterSlug)
    const businessEmail = newAddress('onyx.example')
    expect((await claim(owner, { roasterSlug, businessEmail })).status).toBe(200)
    expect((await confirmed(businessEmail)).body.claim.state).toBe('APPROVED')
    expect(await memberships(owner)).toEqual([{ slug: roasterSlug, role: 'OWNER', isVerified: true }])
    expect(await memberships(stranger)).toEqual([])
  })

  test('takes nothing from an existing member, even if we approve it', async () => {
    const [first, second] = [await world.person(), await world.person()]
    const roasterSlug = await aRoaster()
    for (const person of [first, second])
      await decideClaim(await verifiedClaim(person, roasterSlug), 'APPROVED', world.ports)
    const owner = { slug: roasterSlug, role: 'OWNER', isVerified: true }
    expect([await memberships(first), await memberships(second)]).toEqual([[owner], [owner]])
  })

  test('still prevents the stranger from claiming another', async () => {
    const stranger = await world.person()
    await verifiedClaim(stranger, await aRoaster())
    world.clock.advance({ days: 3 })
    expect((await claim(stranger, { roasterSlug: await aRoaster() })).status).toBe(409)
  })
})

test('a roaster finds their page by its name, and claims it there; an unknown name is added', async () => {
  const slug = await aRoaster()
  const name = 'Kupferhof'
  await world.sql`update roasters set name = ${name}, match_name = 'kupferhof' where slug = ${slug}`
  const ann = browsing(world, await world.person())
  const visitor = { headers: { accept: 'text/html' } }
  expect((await world.call('GET /', visitor)).text).toContain('href="/claim">Claim your page')
  const found = (await world.call(`GET /claim?q=${encodeURIComponent(name)}`, visitor)).text
  expect(found).toContain(`href="/roasters/${slug}/claim"`)
  const here = `/roasters/${slug}/claim`
  expect((await ann.open(here)).text).toContain(`<b>${name}</b>`)
  const typed = { roasterSlug: slug, businessEmail: 'us', notes: 'kept' }
  const wrong = await ann.send(here, typed)
  expect([wrong.status, wrong.text.includes('That doesn’t look like an email address. Check for typos.')]).toEqual([
    400,
    true,
  ])
  expect(wrong.text).toContain('>kept</textarea>')
  const businessEmail = newAddress()
  const sent = await ann.send(here, { ...typed, businessEmail })
  expect((await ann.open(sent.headers.get('location') ?? '')).text).toContain(businessEmail)
  expect((await confirmed(businessEmail)).status).toBe(200)
  const other = browsing(world, await world.person())
  expect((await other.open('/claim/new?name=The%20shed')).text).toContain('value="The shed"')
  expect((await other.send('/claim/new', { roasterName: 'The shed', businessEmail: newAddress() })).status).toBe(303)
})

test('rows of the search say whose page it is, and find a roastery by its website, too', async () => {
  const [free, taken] = [await aRoaster(), await aRoaster()]
  await world.sql`update roasters set name = 'Grebe', website_url = 'https://www.grebe.example/shop' where slug = ${free}`
  await world.sql`update roasters set name = 'Grebe and Sons', is_verified = true where slug = ${taken}`
  const visitor = jarOf(world)
  const { text } = await visitor.open('/claim?q=grebe')
  expect(text).toContain('<b>Grebe</b> <span>grebe.example, one coffee here</span>')
  expect(text).toContain('<b>Grebe and Sons</b> <span>Already claimed</span>')
  expect((await visitor.open('/claim?q=grebe.example')).text).toContain(`href="/roasters/${free}/claim"`)
  expect((await visitor.open(`/roasters/${taken}/claim`)).text).toContain('Someone already manages this page.')
})

describe('the page of a claim', () => {
  test('fills in the email of a person who is signed in, and says what becomes of it', async () => {
    const slug = await aRoaster()
    await world.sql`update roasters set website_url = 'https://plover.example' where slug = ${slug}`
    const here = `/roasters/${slug}/claim`
    const person = await world.person()
    const { text } = await browsing(world, person).open(here)
    expect(text).toContain(`name="businessEmail" value="${person.email}"`)
    expect(text).toContain('>We’ll review this by hand and email you.</p>')
    await world.sql`update users set email = 'ann@plover.example' where id = ${person.id}`
    expect((await browsing(world, person).open(here)).text).toContain('>This address is approved right away.</p>')
  })

  test('names the domain that is approved immediately, before anything is typed or anybody signs in', async () => {
    const slug = await aRoaster()
    const visitor = jarOf(world)
    expect((await visitor.open(`/roasters/${slug}/claim`)).text).toContain('review the claim by hand')
    await world.sql`update roasters set website_url = 'https://www.pale-heron.example/shop' where slug = ${slug}`
    const { text } = await visitor.open(`/roasters/${slug}/claim`)
    expect(text).toContain('Use an address at <b>pale-heron.example</b> and you’re in immediately.')
    expect(text).toContain('You’ll sign in or create an account first, then come straight back.')
  })

  test('takes a visitor through registration and straight back, with what they typed', async () => {
    const slug = await aRoaster()
    await world.sql`update roasters set website_url = 'https://heron.example' where slug = ${slug}`
    const here = `/roasters/${slug}/claim`
    const visitor = jarOf(world)
    const typed = { roasterSlug: slug, businessEmail: 'robin@heron.example' }
    const away = await visitor.send(here, typed)
    const signIn = away.headers.get('location') ?? ''
    expect(signIn).toBe(`/sign-in?next=${encodeURIComponent(here)}`)
    const register = `/register?next=${encodeURIComponent(here)}`
    const { text: signInText } = await visitor.open(signIn)
    expect(signInText).toContain(`href="${register}"`)
    expect(signInText).toContain('value="robin@heron.example"')
    expect((await visitor.open(register)).text).toContain('value="robin@heron.example"')
    const made = await visitor.send('/register', {
      email: 'robin@heron.example',
      password: 'correct horse',
      next: here,
    })
    expect(made.headers.get('location')).toBe(`${world.url}${here}`)
    expect((await visitor.open(here)).text).toContain('name="businessEmail" value="robin@heron.example"')
    const sent = await visitor.send(here, typed)
    const { text } = await visitor.open(sent.headers.get('location') ?? '')
    expect(text).toContain('Approved right away')
    expect(text).toContain('We sent a link to robin@heron.example.')
    const confirmed = await visitor.send('/claim', { token: await mailedToken(world, 'robin@heron.example') })
    expect(confirmed.headers.get('location')).toBe(`${world.url}/portal/${slug}`)
    const login = { email: 'robin@heron.example', password: 'correct horse' }
    expect((await world.call('POST /api/auth/login', { body: login })).status).toBe(200)
  })
})
