import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { decideClaim, submitClaim } from '../../core/roasters/claims.ts'
import { newSubject, startApple } from '../support/apple.ts'
import { mailedToken } from '../support/mails.ts'
import { refusalOf } from '../support/refusal.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

const apple = await startApple()
let world: TestWorld
beforeAll(async () => {
  world = await startWorld(apple.settings)
  world.clock.hold()
})
afterAll(async () => {
  await world.stop()
  await apple.stop()
})

const password = 'set by somebody else'
const newEmail = () => `${crypto.randomUUID()}@people.example`

/** A person who registered an address without proving that it is theirs. */
async function squatterOn(email: string) {
  const { body } = await world.call('POST /api/auth/register', { body: { email, password } })
  return { id: body.user.id as number, token: body.token as string }
}

async function signInWithApple(claims: Record<string, unknown>, extra: object = {}) {
  const identityToken = await apple.identityToken(claims)
  return world.call('POST /api/auth/apple', { body: { identityToken, ...extra } })
}

/** The newest mail to an address whose subject says this. */
async function mailTo(email: string, subject: string) {
  const mails = await world.mails()
  return mails.filter(mail => mail.to?.[0]?.address === email && mail.subject?.includes(subject)).at(-1)
}

async function linkTo(email: string) {
  await world.call('POST /api/auth/magic-link', { body: { email } })
  return `GET /api/auth/magic-link/verify?token=${await mailedToken(world, email)}`
}

const login = (email: string, secret = password) =>
  world.call('POST /api/auth/login', { body: { email, password: secret } })
const me = (token: string) => world.call('GET /api/auth/me', { as: { token } })

describe('the first proof of an address', () => {
  test('by a magic link ends the earlier sessions and password, and says so', async () => {
    const email = newEmail()
    const squatter = await squatterOn(email)
    const owner = await world.call(await linkTo(email))
    expect([owner.status, owner.body.user.id, owner.body.passwordRemoved]).toEqual([200, squatter.id, true])
    expect((await me(squatter.token)).status).toBe(401)
    expect((await login(email)).status).toBe(401)
    expect((await me(owner.body.token)).status).toBe(200)
    expect((await mailTo(email, 'We secured your Dialin account'))?.text).toContain('set a new one')
  })

  test('by a magic link is announced in the mail and on its page, and no longer once proven', async () => {
    const email = newEmail()
    await squatterOn(email)
    const warning = 'sign out every device.'
    const said = async () => {
      const verify = await linkTo(email)
      const { text } = await world.call(`GET /sign-in?token=${verify.split('token=')[1]}`)
      const mail = await mailTo(email, 'sign-in link')
      return { verify, says: [mail?.text, mail?.html, text].map(words => words?.includes(warning)) }
    }
    const first = await said()
    expect(first.says).toEqual([true, true, true])
    await world.call(first.verify)
    expect((await said()).says).toEqual([false, false, false])
  })

  test('by a magic link removes an Apple link that an unverified token made', async () => {
    const email = newEmail()
    const sub = newSubject()
    const squatter = await signInWithApple({ sub }, { email })
    const owner = await world.call(await linkTo(email))
    expect([owner.body.user.id, owner.body.appleSignInRemoved]).toEqual([squatter.body.user.id, true])
    expect((await me(squatter.body.token)).status).toBe(401)
    expect((await signInWithApple({ sub }, { email })).status).toBe(409)
    expect((await mailTo(email, 'We secured your Dialin account'))?.text).toContain('the old Apple sign-in')
  })

  test('by Apple takes precedence over an unproven Apple link', async () => {
    const email = newEmail()
    const [theirs, mine] = [newSubject(), newSubject()]
    const squatter = await signInWithApple({ sub: theirs }, { email })
    const owner = await signInWithApple({ sub: mine, email, email_verified: true })
    expect([owner.status, owner.body.user.id]).toEqual([200, squatter.body.user.id])
    expect(owner.body.appleSignInRemoved).toBe(true)
    expect((await me(squatter.body.token)).status).toBe(401)
    expect((await signInWithApple({ sub: theirs }, { email })).status).toBe(409)
    expect((await signInWithApple({ sub: mine })).body.user.id).toBe(owner.body.user.id)
  })

  test('by the Apple link that created the account keeps that link and nothing else', async () => {
    const email = newEmail()
    const sub = newSubject()
    const before = await signInWithApple({ sub }, { email })
    await world.call('PUT /api/user/password', { as: before.body, body: { newPassword: password } })
    const proven = await signInWithApple({ sub, email, email_verified: true })
    expect([proven.body.user.id, proven.body.passwordRemoved]).toEqual([before.body.user.id, true])
    expect(proven.body.appleSignInRemoved).toBeUndefined()
    expect((await login(email)).status).toBe(401)
    expect((await signInWithApple({ sub })).status).toBe(200)
  })

  test('by Apple proves no other address than the token names', async () => {
    const email = newEmail()
    const sub = newSubject()
    const first = await signInWithApple({ sub }, { email })
    const later = await signInWithApple({ sub, email: newEmail(), email_verified: true })
    expect(later.body.user.id).toBe(first.body.user.id)
    const [row] = await world.sql`select email_verified_at from users where id = ${first.body.user.id}`
    expect(row?.emailVerifiedAt).toBeNull()
  })

  test('by a claim with the same address ends them, too', async () => {
    const email = newEmail()
    const squatter = await squatterOn(email)
    const body = { businessEmail: email, roasterName: `Roaster ${crypto.randomUUID()}` }
    await world.call('POST /api/roaster-claims', { as: squatter, body })
    const token = await mailedToken(world, email)
    const verified = await world.call('POST /api/roaster-claims/verify', { body: { token } })
    expect([verified.status, verified.body.passwordRemoved]).toEqual([200, true])
    expect((await me(squatter.token)).status).toBe(401)
    expect((await login(email)).status).toBe(401)
  })

  describe('ends an earlier open claim, and the owner may claim:', () => {
    const business = () => `${crypto.randomUUID()}@squatters.example`
    const claim = (as: { token: string }, businessEmail: string) =>
      world.call('POST /api/roaster-claims', {
        as,
        body: { businessEmail, roasterName: `Roaster ${crypto.randomUUID()}` },
      })
    const confirm = (token: string) => world.call('POST /api/roaster-claims/verify', { body: { token } })

    test.each(['waits for its link', 'waits for us'])('one that %s', async waits => {
      const [email, theirs] = [newEmail(), business()]
      const squatter = await squatterOn(email)
      const { body } = await claim(squatter, theirs)
      const token = await mailedToken(world, theirs)
      if (waits === 'waits for us') await confirm(token)
      const owner = await world.call(await linkTo(email))
      expect(owner.body).toMatchObject({ passwordRemoved: true, claimRemoved: true })
      expect((await mailTo(email, 'We secured your Dialin account'))?.text).toContain('claim the roaster again')
      expect((await confirm(token)).status).toBe(400)
      expect(await refusalOf(decideClaim(body.claim.id, 'APPROVED', world.ports))).toBeDefined()
      expect((await claim(owner.body, email)).status).toBe(200)
    })

    test('also by Apple', async () => {
      const [email, sub] = [newEmail(), newSubject()]
      const before = await signInWithApple({ sub }, { email })
      await claim(before.body, business())
      const proven = await signInWithApple({ sub, email, email_verified: true })
      expect([proven.body.claimRemoved, proven.body.appleSignInRemoved]).toEqual([true, undefined])
      expect((await mailTo(email, 'We secured your Dialin account'))?.text).toContain('the open claim to a roaster')
      expect((await claim(proven.body, email)).status).toBe(200)
    })

    test('also one in progress when the session ended', async () => {
      const email = newEmail()
      const { id } = await squatterOn(email)
      const water = { altitudeMeters: null, waterHardnessPpm: null, waterAlkalinityPpm: null }
      const squatter = { id, email, displayName: 'Squatter', water, sessionVersion: 1, sessionId: crypto.randomUUID() }
      await world.call(await linkTo(email))
      const body = { businessEmail: business(), roasterName: 'Never Claimed Here' }
      expect(await refusalOf(submitClaim(body, world.ports, squatter))).toContain('The session has ended')
      expect((await world.call('GET /api/roasters/never-claimed-here')).status).toBe(404)
    })

    test('but not the one whose link is the proof, nor a later one', async () => {
      const email = newEmail()
      await claim(await squatterOn(email), email)
      const proof = await confirm(await mailedToken(world, email))
      expect([proof.body.claim.state, proof.body.claimRemoved]).toEqual(['VERIFIED', undefined])
      const other = newEmail()
      await squatterOn(other)
      const owner = await world.call(await linkTo(other))
      await claim(owner.body, business())
      expect((await world.call(await linkTo(other))).body.claimRemoved).toBeUndefined()
      expect((await claim(owner.body, business())).status).toBe(409)
    })

    test('a roaster that the squatter manages is no obstacle', async () => {
      const [email, theirs] = [newEmail(), business()]
      const { body } = await claim(await squatterOn(email), theirs)
      await confirm(await mailedToken(world, theirs))
      await decideClaim(body.claim.id, 'APPROVED', world.ports)
      const owner = await world.call(await linkTo(email))
      const own = await claim(owner.body, email)
      expect(own.status).toBe(200)
      await confirm(await mailedToken(world, email))
      await decideClaim(own.body.claim.id, 'APPROVED', world.ports)
      const again = await claim(owner.body, email)
      expect([again.status, again.body.error]).toEqual([409, 'You already manage a roaster.'])
    })

    test('nor are five mails that strangers caused within the hour', async () => {
      const email = newEmail()
      await squatterOn(email)
      const owner = await world.call(await linkTo(email))
      for (let stranger = 0; stranger < 5; stranger++) await claim(await world.person(), email)
      expect((await claim(await world.person(), email)).status).toBe(429)
      expect((await claim(owner.body, email)).status).toBe(200)
    })
  })

  test('is the only proof that removes anything', async () => {
    const email = newEmail()
    await squatterOn(email)
    const owner = await world.call(await linkTo(email))
    await world.call('PUT /api/user/password', { as: owner.body, body: { newPassword: 'my own long password' } })
    const again = await world.call(await linkTo(email))
    expect([again.status, again.body.passwordRemoved]).toEqual([200, undefined])
    const joined = await signInWithApple({ sub: newSubject(), email, email_verified: true })
    expect([joined.status, joined.body.passwordRemoved]).toEqual([200, undefined])
    expect((await login(email, 'my own long password')).status).toBe(200)
  })

  test('is not undone by a password change in progress', async () => {
    const email = newEmail()
    const squatter = await squatterOn(email)
    const link = await linkTo(email)
    const { passwords } = world.ports
    const { hash } = passwords
    const [started, proven] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    passwords.hash = async password => {
      started.resolve()
      await proven.promise
      return hash(password)
    }
    const changing = world.call('PUT /api/user/password', {
      as: squatter,
      body: { newPassword: 'a password in a race', currentPassword: password },
    })
    await started.promise
    const owner = await world.call(link)
    passwords.hash = hash
    proven.resolve()
    const changed = await changing
    expect([changed.status, owner.status]).toEqual([401, 200])
    expect((await login(email, 'a password in a race')).status).toBe(401)
  })

  test('leaves one session when several proofs race', async () => {
    const email = newEmail()
    const squatter = await squatterOn(email)
    const link = await linkTo(email)
    const claims = { sub: newSubject(), email, email_verified: true }
    const answers = await Promise.all([world.call(link), signInWithApple(claims), signInWithApple(claims)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.filter(({ body }) => body.passwordRemoved).length).toBe(1)
    expect((await me(squatter.token)).status).toBe(401)
    for (const { body } of answers) expect((await me(body.token)).status).toBe(200)
  })
})

test('a magic link does not survive a password change', async () => {
  const email = newEmail()
  const person = await squatterOn(email)
  const link = await linkTo(email)
  const body = { newPassword: 'another long password', currentPassword: password }
  expect((await world.call('PUT /api/user/password', { as: person, body })).status).toBe(200)
  expect((await world.call(link)).status).toBe(400)
})
