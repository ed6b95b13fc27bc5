import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { twoColours } from '../support/pictures.ts'
import { aCoffee, grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
  world.clock.set('2026-11-12T08:00:00Z')
  ann = await world.person('Ann')
})
afterAll(() => world.stop())

const ask = (route: string, body?: object) => world.call(route, { as: ann, ...(body && { body }) })
const bagNamed = async (name: string) =>
  (await ask('GET /api/user/shelf')).body.bags.find((bag: { name: string }) => bag.name === name)
const open = (path: string) => browsing(world, ann).open(path)
const send = (path: string, form: Parameters<ReturnType<typeof browsing>['send']>[1]) =>
  browsing(world, ann).send(path, form)

describe('the shelf', () => {
  test('takes a bag of an unknown coffee, for its owner alone unless they say otherwise', async () => {
    const typed = {
      name: 'Kayanza Hill 14',
      roasterName: 'Aunt Mary',
      roastLevel: 'LIGHT',
      weightGrams: '250',
      roastedOn: '2026-11-02',
    }
    expect((await send('/me/shelf', typed)).status).toBe(303)
    expect(await bagNamed('Kayanza Hill 14')).toMatchObject({
      coffeeProfileId: null,
      gramsLeft: 250,
      roastedOn: '2026-11-02',
    })
    expect((await ask('GET /api/user/coffee-library')).body.library).toEqual([])
    const wrong = await send('/me/shelf', { ...typed, weightGrams: 'a lot' })
    expect([wrong.status, wrong.text.includes('Enter a weight of 1 to 100,000 g, for example 250.')]).toEqual([
      400,
      true,
    ])
    await send('/me/shelf', { ...typed, name: 'For everyone', publish: 'yes' })
    expect(await bagNamed('For everyone')).toMatchObject({ coffeeProfileId: expect.any(Number), weightGrams: 250 })
  })

  test('says what to drink first, what runs low and what is past its best', async () => {
    const { text } = await open('/me/shelf')
    expect(text).toContain('Weigh a bag once, and we’ll subtract every brew.')
    await ask('POST /api/user/bags', {
      name: 'Old',
      roastLevel: 'DARK',
      weightGrams: 250,
      gramsLeft: 30,
      roastedOn: '2026-09-01',
      openedOn: '2026-09-09',
    })
    await ask('POST /api/user/bags', {
      name: 'New',
      roastLevel: 'LIGHT',
      weightGrams: 250,
      roastedOn: '2026-11-01',
      openedOn: '2026-11-09',
    })
    const after = (await open('/me/shelf')).text
    expect(after).toContain('280\u00a0g open, about 18 cups. Drink the Old first.')
    expect(after).toContain('Running low')
    expect(after).toContain('Day 72, past its best since Oct 1')
    expect(after).toContain('Day 11, at its best until Dec 18')
    const mine = (await open('/me')).text
    for (const said of ['Running low', 'Past its best', 'All 4 bags'])
      expect([said, mine.includes(said)]).toEqual([said, true])
  })

  test('counts a bag of a coffee in the catalog that is added with one press', async () => {
    const coffee = await aCoffee(world, 'Monsooned')
    await send(`/coffees/${coffee}/shelf`, { roastedOn: '2026-11-01' })
    await send(`/coffees/${coffee}/shelf`, {})
    const { bags } = (await ask('GET /api/user/shelf')).body
    expect(bags.filter((bag: { coffeeProfileId: number }) => bag.coffeeProfileId === coffee)).toMatchObject([
      { name: 'Monsooned', roastedOn: '2026-11-01' },
    ])
  })
})

describe('the page of a bag', () => {
  test('weighs, opens, freezes, thaws, finishes and restores it', async () => {
    await ask('POST /api/user/bags', { name: 'Handled', weightGrams: 250, roastedOn: '2026-11-01' })
    const { id } = await bagNamed('Handled')
    const page = `/me/shelf/${id}`
    const bag = async () => (await ask(`GET /api/user/bags/${id}`)).body.bag
    expect((await open(page)).text).toContain('Open it today')
    // The button comes after the hidden act of its form.
    await send(page, [
      ['act', 'left'],
      ['gramsLeft', '250'],
      ['act', 'open'],
    ])
    expect(await bag()).toMatchObject({ place: 'open', openedOn: '2026-11-12' })
    await send(page, { act: 'left', gramsLeft: '199,5' })
    expect(await bag()).toMatchObject({ gramsLeft: 199.5 })
    const before = await bag()
    for (const act of [undefined, 'nothing', 'toString', '__proto__'])
      expect([act, (await send(page, act === undefined ? {} : { act })).status]).toEqual([act, 400])
    for (const act of ['left', 'details']) expect((await send(page, { act })).status).toBe(303)
    expect(await bag()).toEqual(before)
    const much = await send(page, { act: 'freeze', grams: '300', portions: '1', on: '2026-11-12' })
    expect([much.status, much.text.includes('which has 199.5 g left')]).toEqual([400, true])
    await send(page, { act: 'freeze', grams: '20', portions: '2', on: '2026-11-12', freezerNote: 'Tubes' })
    expect(await bag()).toMatchObject({ gramsLeft: 159.5, place: 'open' })
    expect((await open('/me/shelf')).text).toContain('Paused at day 11.')
    await send(page, { act: 'freeze', grams: '', on: '2026-11-12', freezerNote: '' })
    expect((await open(page)).text).toContain('Frozen on day 11')
    await send(page, { act: 'thaw', on: '2026-11-12' })
    expect(await bag()).toMatchObject({ place: 'open', frozenDays: 0 })
    await send(page, {
      act: 'details',
      name: 'Renamed',
      roasterName: '',
      roastLevel: 'DARK',
      weightGrams: '260',
      roastedOn: '2026-11-02',
      openedOn: '',
    })
    expect(await bag()).toMatchObject({
      name: 'Renamed',
      roasterName: null,
      roastLevel: 'DARK',
      weightGrams: 260,
      openedOn: null,
    })
    await ask('POST /api/brew-logs', {
      machineId: machineId(world),
      grinderId: grinderId(world),
      grindSetting: 24,
      doseGrams: 15,
      waterGrams: 250,
      rating: 5,
      bagId: id,
    })
    const finished = await send(page, { act: 'finish', rating: '4', personalNotes: 'Again.' })
    expect(finished.headers.get('location')).toBe('/me/shelf/archive')
    const archive = (await open('/me/shelf/archive')).text
    for (const said of ['Renamed', '1 cup', 'V60 at 24 clicks, 15\u00a0g in, 250\u00a0g water', '4 of 5 stars'])
      expect([said, archive.includes(said)]).toEqual([said, true])
    await send(page, { act: 'restore' })
    expect(await bag()).toMatchObject({ isArchived: false, rating: 4, personalNotes: 'Again.' })
  })

  test('takes a photo and removes it', async () => {
    await ask('POST /api/user/bags', { name: 'Seen' })
    const { id } = await bagNamed('Seen')
    const form = new FormData()
    form.set('picture', new Blob([new Uint8Array(twoColours(640, 480))], { type: 'image/png' }), 'bag.png')
    const sent = await fetch(`${world.url}/me/shelf/${id}/picture`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: `svc_session=${ann.token}`, origin: world.ports.site.baseUrl },
      body: form,
    })
    expect(sent.status).toBe(303)
    expect((await open(`/me/shelf/${id}`)).text).toContain(`src="/api/user/bags/${id}/picture/`)
    await send(`/me/shelf/${id}/picture`, {})
    expect((await open(`/me/shelf/${id}`)).text).not.toContain(`src="/api/user/bags/${id}/picture/`)
  })

  test('is found only by its owner, and asks before the bag is deleted', async () => {
    await ask('POST /api/user/bags', { name: 'Leaves' })
    const { id } = await bagNamed('Leaves')
    const bob = await world.person()
    for (const path of [`/me/shelf/${id}`, `/me/shelf/${id}/delete`])
      expect((await browsing(world, bob).open(path)).status).toBe(404)
    for (const path of [`/me/shelf/${id}`, `/me/shelf/${id}/delete`, `/me/shelf/${id}/picture`])
      expect((await browsing(world, bob).send(path, { act: 'finish' })).status).toBe(404)
    expect((await open(`/me/shelf/${id}/delete`)).text).toContain('<h1>Delete Leaves?</h1>')
    expect((await ask(`GET /api/user/bags/${id}`)).status).toBe(200)
    await send(`/me/shelf/${id}/delete`, {})
    expect((await ask(`GET /api/user/bags/${id}`)).status).toBe(404)
  })
})
