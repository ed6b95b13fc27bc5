import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { anExport } from '../support/beanconqueror.ts'
import { browsing, cookieOf } from '../support/browsing.ts'
import { publish } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'
import { zipped } from '../support/zip.ts'

let world: TestWorld
let robin: Someone
beforeAll(async () => {
  world = await startWorld()
  robin = await world.person('Robin')
})
afterAll(() => world.stop())

const open = (path: string) => browsing(world, robin).open(path)
const send = (path: string, form?: Record<string, string>) => browsing(world, robin).send(path, form)
const ask = (route: string) => world.call(route, { as: robin })

describe('my account', () => {
  test('has my name and what others see of me, and keeps an invalid name in its form', async () => {
    await send('/me/account/profile', { displayName: 'Robin A.', isProfilePublic: 'on' })
    expect((await ask('GET /api/auth/me')).body.user.name).toBe('Robin A.')
    const wrong = await send('/me/account/profile', { displayName: 'a'.repeat(201) })
    expect([wrong.status, wrong.text.includes(`value="${'a'.repeat(201)}"`)]).toEqual([400, true])
    await send('/me/account/profile', { displayName: 'Robin A.', areBrewsPublic: 'on' })
    expect((await ask('GET /api/user/privacy')).body.privacy).toEqual({ isProfilePublic: false, areBrewsPublic: true })
  })

  test('changes the password only with the current one, and continues in a new session', async () => {
    const registered = await world.call('POST /api/auth/register', {
      body: { email: 'pass@example.org', password: 'the first one' },
    })
    const ann = { ...registered.body.user, token: registered.body.token } as Someone
    const change = (form: Record<string, string>) => browsing(world, ann).send('/me/account/password', form)
    const wrong = await change({ currentPassword: 'not it', newPassword: 'the second one' })
    expect([wrong.status, wrong.text.includes('That isn’t your current password. Try again.')]).toEqual([401, true])
    expect(wrong.text).not.toContain('the second one')
    const short = await change({ currentPassword: 'the first one', newPassword: 'short' })
    expect(short.text).toContain('Use at least 8 characters.')
    const changed = await change({ currentPassword: 'the first one', newPassword: 'the second one' })
    const token = /svc_session=([^;]+)/.exec(changed.headers.get('set-cookie') ?? '')?.[1] ?? ''
    expect(changed.status).toBe(303)
    expect((await browsing(world, ann).open('/me/account')).status).toBe(303)
    expect((await browsing(world, { ...ann, token }).open('/me/account')).text).toContain(
      'aria-label="Change password"',
    )
  })

  test('has one save in each panel, and panels that save nothing have links', async () => {
    const { text } = await open('/me/account')
    const parts = [...text.matchAll(/<section class="part" aria-labelledby="([\w-]+)">(.*?)<\/section>/gs)]
    const saves = parts.map(([, id, body = '']) => [id, body.match(/<button class="button[^>]*>Save/g)?.length ?? 0])
    expect(saves).toEqual([
      ['profile', 1],
      ['signing-in', 0],
      ['people', 0],
      ['display', 0],
      ['mails', 1],
      ['devices', 0],
      ['data', 0],
    ])
    expect(text.match(/<button class="button small">/g)?.length).toBe(1)
    expect(text).not.toMatch(/type="password"|name="confirmation"/)
    const sent = await send('/settings', {
      at: 'account',
      notifyRecipeBrews: 'on',
      notifyRecipeComments: 'on',
      notifyRecipeVariations: 'on',
    })
    expect(sent.headers.get('location')).toBe('/me/account?saved=mails#mails')
  })

  test('asks on a page of its own before it is deleted, and says what is kept', async () => {
    expect((await open('/me/account')).text).toContain('href="/me/account/delete"')
    const { text } = await open('/me/account/delete')
    expect(text).toContain('<h1>Delete your account?</h1>')
    expect(text).toContain('<b>Kept:</b> the recipes you published, without your name.')
    expect(text).toContain('action="/me/account/delete"')
    expect((await ask('GET /api/auth/me')).status).toBe(200)
  })

  test('is deleted only after the confirmation was typed', async () => {
    const cleo = await world.person('Cleo')
    const { send } = browsing(world, cleo)
    const unsure = await send('/me/account/delete', { confirmation: 'yes' })
    expect([unsure.status, unsure.text.includes('Nothing has been deleted yet.')]).toEqual([400, true])
    const gone = await send('/me/account/delete', { confirmation: ' Delete my  account ' })
    expect([gone.status, gone.text.includes('Your account is deleted')]).toEqual([200, true])
    expect(gone.headers.getSetCookie().map(cookie => cookie.split(';')[0])).toEqual([
      'svc_session=',
      'unsent=',
      'unsent-2=',
    ])
    expect(gone.headers.get('clear-site-data')).toBe('"storage"')
    expect((await world.call('GET /api/auth/me', { as: cleo })).status).toBe(401)
  })

  test('imports beans and brews from a Beanconqueror file, and says what is wrong with another file', async () => {
    const upload = (text: string | Buffer<ArrayBuffer>, look?: 'look') => {
      const form = new FormData()
      form.set('file', new File([text], 'Beanconqueror.json', { type: 'application/json' }))
      return fetch(`${world.url}/me/import${look ? '?look' : ''}`, {
        method: 'POST',
        headers: { accept: 'text/html', origin: world.url, cookie: cookieOf(robin) },
        body: form,
      })
    }
    const looked = await (await upload(JSON.stringify(anExport()), 'look')).text()
    expect(looked).toContain('Ready to import:')
    expect(looked).toContain('download="import-report.txt"')
    expect((await ask('GET /api/brew-logs')).body.total).toBe(0)
    const taken = await upload(JSON.stringify(anExport()))
    expect([taken.status, await taken.text()]).toEqual([200, expect.stringContaining('1 bag and 1 brew.')])
    expect((await ask('GET /api/brew-logs')).body.total).toBe(1)
    const again = await upload(zipped([{ name: 'Beanconqueror.json', text: JSON.stringify(anExport()) }]))
    expect(await again.text()).toContain('0 bags (1 was already there)')
    const [{ id }] = (await ask('GET /api/user/shelf')).body.bags
    const shelf = (await open(`/me/shelf/${id}`)).text
    expect(shelf).toContain('<h2 id="share">Share this coffee</h2>')
    const [, bag = ''] = /name="share" value="(\d+)"/.exec(shelf) ?? []
    expect((await ask('GET /api/coffees?q=kiamaina')).body.data).toEqual([])
    expect((await send('/me/shelf', { share: bag })).status).toBe(303)
    expect((await ask('GET /api/coffees?q=kiamaina')).body.data).toHaveLength(1)
    expect((await open(`/me/shelf/${id}`)).text).not.toContain('Share this coffee')
    for (const [text, why] of [
      ['PK\u0003\u0004', 'The file is damaged or not a ZIP archive we can read'],
      ['{"a":1}', 'The file must be an export of Beanconqueror'],
      ['hello', 'The file is not a table of brews'],
      ['', 'Choose the file first.'],
    ] as const) {
      const wrong = await upload(text)
      expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining(why)])
    }
  })

  test('says which mails I get', async () => {
    expect((await open('/settings')).text.match(/ checked/g)?.length).toBe(3)
    await send('/settings', { notifyRecipeBrews: 'on' })
    expect((await ask('GET /api/user/notification-preferences')).body.preferences).toEqual({
      notifyRecipeComments: false,
      notifyRecipeFavorites: false,
      notifyRecipeBrews: true,
      notifyRecipeVariations: false,
      notifyShelf: false,
    })
  })
})

describe('a mail about my recipe', () => {
  const mailTo = async (to: Someone) => {
    const mail = (await world.mails()).filter(({ to: all }) => all?.[0]?.address === to.email).at(-1)
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
    return { text: mail?.text ?? '', header }
  }
  const pathOf = (address = '') => address.replace(/[<>]/g, '').replace(/^https?:\/\/[^/]+/, '')

  test('can end such mails with one press in a mail program, without a sign-in (RFC 8058), and no others', async () => {
    const author = await world.person('Author')
    await browsing(world, author).send('/settings', { notifyRecipeFavorites: 'on', notifyRecipeBrews: 'on' })
    const { id } = await publish(world, author)
    await world.call('POST /api/user/saved-recipes', { as: robin, body: { communityRecipeId: id } })
    const { header, text } = await mailTo(author)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const path = pathOf(header('list-unsubscribe'))
    expect(text).toContain(path)
    const preferences = async () =>
      (await world.call('GET /api/user/notification-preferences', { as: author })).body.preferences

    const looked = await world.call(`GET ${path}`, { headers: { accept: 'text/html' } })
    expect(looked.text).toContain('Unsubscribe from emails about people who save your recipes?')
    expect((await preferences()).notifyRecipeFavorites).toBe(true)

    const ended = await world.call(`POST ${path}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([ended.status, ended.text.includes('You won’t get any more emails')]).toEqual([200, true])
    expect(await preferences()).toEqual({
      notifyRecipeComments: false,
      notifyRecipeFavorites: false,
      notifyRecipeBrews: true,
      notifyRecipeVariations: false,
      notifyShelf: false,
    })
    expect((await world.call(`POST ${path}`)).status).toBe(200)
  })

  test('ends nothing by a forged link, or for another person or kind of mail', async () => {
    const author = await world.person('Author')
    const { id } = await publish(world, author)
    await world.call(`POST /api/recipes/${id}/comments`, { as: robin, body: { body: 'Lovely' } })
    const path = pathOf((await mailTo(author)).header('list-unsubscribe'))
    for (const wrong of [
      path.replace('mail=comments', 'mail=brews'),
      path.replace(`user=${author.id}`, `user=${robin.id}`),
      path.replace(/token=[^&]+/, 'token=guess'),
      path.replace('mail=comments', 'mail=all'),
      '/unsubscribe',
    ])
      for (const method of ['GET', 'POST'])
        expect([wrong, (await world.call(`${method} ${wrong}`)).status]).toEqual([wrong, 400])
    await world.call('DELETE /api/user/account', { as: author })
    expect((await world.call(`POST ${path}`)).status).toBe(200)
  })
})
