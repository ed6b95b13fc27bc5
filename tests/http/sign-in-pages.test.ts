import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mailedToken } from '../support/mails.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

let addresses = 0
const headers = () => ({
  accept: 'text/html',
  'sec-fetch-site': 'same-origin',
  'x-forwarded-for': `192.0.2.${addresses++}`,
})
const open = (path: string, cookie = '') => world.call(`GET ${path}`, { headers: { ...headers(), cookie } })
const send = (path: string, form: Record<string, string>, more: Record<string, string> = {}) =>
  fetch(`${world.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headers(), ...more },
    body: new URLSearchParams(form),
  })
const sessionIn = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? ''
const newEmail = () => `${crypto.randomUUID()}@people.example`
const elsewhere = ['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example', 'evil', '']

async function registered(form: Record<string, string> = {}, cookie = '') {
  const email = newEmail()
  const response = await send('/register', { email, password: 'correct horse', ...form }, { cookie })
  return { email, response, cookie: sessionIn(response) }
}

describe('signing in', () => {
  test('is offered by mail first, keeping the page to continue on', async () => {
    const { text } = await open('/sign-in?next=%2Frecipes%2F7%3Fas%3Dwritten', 'grinder=1zpresso-k-ultra')
    expect(text).toContain('name="next" value="/recipes/7?as=written"')
    expect(text).toContain('href="/register?next=%2Frecipes%2F7%3Fas%3Dwritten"')
    expect(text).toContain('href="/sign-in/password?next=%2Frecipes%2F7%3Fas%3Dwritten"')
    expect(text).toContain('aria-label="The dial of your K-Ultra."')
    const log = encodeURIComponent('/me/log?recipe=7&grinder=1zpresso-k-ultra&grindSetting=7.3')
    const brewed = (await open(`/sign-in?next=${log}`, 'grinder=1zpresso-k-ultra')).text
    expect(brewed).toMatch(/aria-label="7\.3 on your K-Ultra\.".*You’ve already set your dial/s)
    expect((await open('/recipes?method=v60')).text).toContain('href="/sign-in?next=%2Frecipes%3Fmethod%3Dv60"')
  })

  test('sends a link that leads there, and says the same to people without an account', async () => {
    const { email } = await world.person()
    for (const address of [email, newEmail()]) {
      const sent = await send('/sign-in/link', { email: address, next: '/me' })
      expect([sent.status, sent.headers.get('location')]).toEqual([303, '/sign-in/sent?next=%2Fme'])
    }
    const token = await mailedToken(world, email)
    const { text } = await open(`/sign-in?token=${token}&next=%2Fme`)
    expect(text).toContain('name="next" value="/me"')
    expect((await open('/sign-in/sent?next=%2Fme')).text).toContain('href="/sign-in?next=%2Fme"')
  })

  test('accepts a password, and says that it is wrong without saying which part is', async () => {
    const { email } = await registered()
    const right = await send('/sign-in/password', { email, password: 'correct horse', next: '/me/log' })
    expect([right.status, right.headers.get('location')]).toEqual([303, `${world.url}/me/log`])
    expect((await world.call('GET /api/auth/me', { headers: { cookie: sessionIn(right) } })).body.user.email).toBe(
      email,
    )
    for (const address of [email, newEmail()]) {
      const wrong = await send('/sign-in/password', { email: address, password: 'wrong', next: '/me/log' })
      const text = await wrong.text()
      expect([wrong.status, sessionIn(wrong)]).toEqual([401, ''])
      expect(text).toContain('That email and password don’t match. Try again or get a sign-in link.')
      expect(text).toContain(`name="email" value="${address}"`)
      expect(text).toContain('name="next" value="/me/log"')
      expect(text).not.toContain('value="wrong"')
    }
  })

  test('names what is missing or not an address, and keeps what was typed', async () => {
    const text = await (await send('/sign-in/link', { email: '"><b>me' })).text()
    expect(text).toContain('That doesn’t look like an email address. Check for typos.')
    expect(text).toContain('name="email" value="&quot;&gt;&lt;b&gt;me" aria-invalid="true"')
  })

  test.each(elsewhere)('leads to no other site: %j', async next => {
    const { email, response } = await registered({ next })
    expect(response.headers.get('location')).toBe(`${world.url}/me`)
    const entered = await send('/sign-in/password', { email, password: 'correct horse', next })
    expect(entered.headers.get('location')).toBe(`${world.url}/`)
    expect((await open(`/sign-in?next=${encodeURIComponent(next)}`, sessionIn(entered))).headers.get('location')).toBe(
      '/',
    )
    expect((await send('/sign-out', { next })).headers.get('location')).toBe('/')
  })

  test('as another person leaves nothing of the previous one on the device; as the same person it all stays', async () => {
    const ann = await registered()
    const bea = await registered()
    const kept = async ({ email }: { email: string }) => {
      const form = { email, password: 'correct horse' }
      const { headers } = await send('/sign-in/password', form, { cookie: ann.cookie })
      return [headers.get('clear-site-data'), headers.getSetCookie().map(line => line.replace(/=[^;]+;.*|;.*/, ''))]
    }
    expect(await kept(bea)).toEqual(['"storage"', ['svc_session', 'unsent=', 'unsent-2=']])
    expect(await kept(ann)).toEqual([null, ['svc_session']])
  })

  test('is not offered by Apple if Apple does not know the site', async () => {
    expect((await open('/sign-in')).text).not.toContain('Apple')
    expect((await open('/sign-in/apple')).status).toBe(404)
  })

  test('accepts no form from another site', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    for (const path of ['/sign-in/link', '/sign-in/password', '/register', '/sign-out'])
      expect([path, (await send(path, { email: newEmail(), password: 'correct horse' }, foreign)).status]).toEqual([
        path,
        403,
      ])
  })

  test('ends on request, by POST only', async () => {
    const { cookie } = await registered()
    expect((await open('/sign-out', cookie)).status).toBe(405)
    expect((await open('/about', cookie)).text).toContain('<form class="sign-out" method="post" action="/sign-out">')
    expect((await open('/about')).text).not.toContain('/sign-out')
    const out = await send('/sign-out', { next: '/grinders' }, { cookie })
    expect([out.status, out.headers.get('location'), sessionIn(out)]).toEqual([303, '/grinders', 'svc_session='])
    expect((await world.call('GET /api/auth/me', { headers: { cookie } })).status).toBe(401)
  })

  test('that has ended leaves no page on the device, once; visitors keep theirs', async () => {
    const { cookie } = await registered()
    await send('/sign-out', {}, { cookie })
    for (const path of ['/me', '/recipes', '/me/log']) {
      const met = await open(path, `${cookie}; grinder=niche-zero`)
      expect([path, met.headers.get('clear-site-data'), sessionIn(met)]).toEqual([path, '"storage"', 'svc_session='])
      expect(met.headers.getSetCookie().join()).not.toContain('grinder')
      expect([path, (await open(path, 'grinder=niche-zero')).headers.get('clear-site-data')]).toEqual([path, null])
    }
    const { cookie: signedIn } = await registered({}, cookie)
    expect((await world.call('GET /api/auth/me', { headers: { cookie: signedIn } })).status).toBe(200)
    expect((await open('/me', signedIn)).headers.get('clear-site-data')).toBeNull()
  })
})

describe('creating an account', () => {
  test('leads straight back to where the person came from; the chosen grinder stays', async () => {
    const { response, cookie } = await registered({ name: 'Ana', next: '/recipes/7' }, 'grinder=niche-zero')
    expect(response.headers.get('location')).toBe(`${world.url}/recipes/7`)
    const { body } = await world.call('GET /api/user/grinders', { headers: { cookie } })
    expect(body.grinders).toMatchObject([{ slug: 'niche-zero', isDefault: true }])
  })

  test('says what is wrong next to the field: a short password, a taken address', async () => {
    const { email } = await registered()
    const short = await send('/register', { email: newEmail(), password: 'short', name: 'Ana' })
    const text = await short.text()
    expect([short.status, text.includes('Use at least 8 characters.')]).toEqual([400, true])
    expect(text).toContain('name="name" value="Ana"')
    const taken = await send('/register', { email, password: 'correct horse' })
    expect([taken.status, (await taken.text()).includes('already has an account; sign in instead')]).toEqual([
      409,
      true,
    ])
  })
})

describe('the first steps', () => {
  test('set a grinder, a brewer and a palate, one after the other', async () => {
    const { cookie } = await registered()
    const start = '/welcome?step=grinder&next=%2Frecipes%2F7'
    expect((await open(start, cookie)).text).toContain('What grinder do you have?')
    const second = await send(start, { grinder: 'comandante-c40-mk4' }, { cookie })
    expect(second.headers.get('location')).toBe('/welcome?step=brewer&next=%2Frecipes%2F7')
    const third = await send(second.headers.get('location') ?? '', { brewer: 'hario-v60-02' }, { cookie })
    expect(third.headers.get('location')).toBe('/welcome?step=palate&next=%2Frecipes%2F7')
    const answers = { acidityLevel: '5', strengthPreference: '0.8' }
    const done = await send(third.headers.get('location') ?? '', answers, { cookie })
    expect(done.headers.get('location')).toBe('/recipes/7')
    const mine = async (path: string) => (await world.call(`GET ${path}`, { headers: { cookie } })).body
    expect((await mine('/api/user/grinders')).grinders).toMatchObject([{ slug: 'comandante-c40-mk4', isDefault: true }])
    expect((await mine('/api/user/machines')).machines).toMatchObject([{ slug: 'hario-v60-02', isDefault: true }])
    expect((await mine('/api/auth/me')).user.profile).toMatchObject({ acidityLevel: 5, bodyLevel: 3, isDefault: false })
  })

  test('can be skipped one by one, and then leave nothing', async () => {
    const { cookie } = await registered()
    for (const [step, next] of [
      ['grinder', '/welcome?step=brewer&amp;next=%2Fme'],
      ['brewer', '/welcome?step=palate&amp;next=%2Fme'],
      ['palate', '/me'],
    ])
      expect((await open(`/welcome?step=${step}`, cookie)).text).toContain(` href="${next}">Skip for now</a>`)
    await send('/welcome?step=palate', {}, { cookie })
    const { body } = await world.call('GET /api/auth/me', { headers: { cookie } })
    expect(body.user.profile.isDefault).toBe(true)
  })

  test('are for signed-in people', async () => {
    expect((await open('/welcome?step=brewer')).headers.get('location')).toBe(
      '/sign-in?next=%2Fwelcome%3Fstep%3Dbrewer',
    )
  })
})
