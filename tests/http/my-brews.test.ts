import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aBean, anExport } from '../support/beanconqueror.ts'
import { browsing, cookieOf, selectedIn, timedBrewIn } from '../support/browsing.ts'
import { aCoffee, grinderId, machineId, publish } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let robin: Someone
let coffee: number
beforeAll(async () => {
  world = await startWorld()
  robin = await world.person('Robin')
  coffee = await aCoffee(world, 'Huila El Mirador')
  await world.call('POST /api/user/grinders', { as: robin, body: { grinderId: grinderId(world), isDefault: true } })
})
afterAll(() => world.stop())

const open = (path: string, cookie?: string) => browsing(world, robin).open(path, cookie)
const send = (path: string, form?: Record<string, string> | [string, string][]) =>
  browsing(world, robin).send(path, form)

const logs = async (as: Someone = robin) => (await world.call('GET /api/brew-logs', { as })).body.data
const fieldIn = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1]

/** A V60 as a person in Berlin types it. */
const typed = {
  brewer: 'hario-v60-02',
  grinder: 'comandante-c40-mk4',
  onGrinder: 'comandante-c40-mk4',
  grindSetting: '20',
  doseGrams: '15,8',
  waterGrams: '250 g',
  waterTemp: '95',
  brewTime: '3:34',
  rating: '2',
  notes: 'A <b>bold</b> one',
}

describe('a brew', () => {
  test('with many complaints asks to fix what is still wrong, and not what was right', async () => {
    const tapped = async (extractionFeedback: object) => {
      const body = { method: 'v60', doseGrams: 15, waterGrams: 250, extractionFeedback }
      const { brewLog } = (await world.call('POST /api/brew-logs', { as: robin, body })).body
      return (await open(`/me/brews/${brewLog.id}`)).text
    }
    expect(await tapped({ sour: true, bitter: true, balanced: true })).toContain('Still sour and bitter? Log it')
    expect(await tapped({ sour: true, bitter: true, harsh: true })).toContain('Still sour, bitter and harsh? Log it')
  })

  test('is named by what it was brewed with, and asks how it tasted where nothing was tapped', async () => {
    const machineId = world.ports.machines.list().find(({ slug }) => slug === 'hario-switch-02')?.id
    const shown = async (body: object) => {
      const cup = { machineId, style: 'hybrid', doseGrams: 18, waterGrams: 270, ...body }
      const { brewLog } = (await world.call('POST /api/brew-logs', { as: robin, body: cup })).body
      return (await open(`/me/brews/${brewLog.id}?saved`)).text
    }
    const untold = await shown({})
    expect(untold).toContain('Hybrid Hario Switch 02 · Today')
    expect(untold).toContain('<h1>How did it taste?</h1>')
    const starred = await shown({ rating: 2 })
    expect(starred).toContain('<h1>What was off?</h1>')
    expect(starred).not.toContain('One change at a time')
    expect((await open('/me/brews')).text).toContain('18\u00a0g in, 270\u00a0g water')
  })

  test('has a reason that does not say the same twice, or sound like the wrong way', async () => {
    const jo = await world.person()
    const leadOf = async (body: object) => {
      const gear = { grinderId: grinderId(world), ...body }
      const { brewLog } = (await world.call('POST /api/brew-logs', { as: jo, body: gear })).body
      const { text } = await browsing(world, jo).open(`/me/brews/${brewLog.id}`)
      return /<p class="lead">([^<]*)</.exec(text)?.[1]
    }
    const shot = { method: 'espresso', doseGrams: 18, waterGrams: 36, grindSetting: 8, brewTimeSeconds: 55 }
    const choked = await leadOf({ ...shot, extractionFeedback: { sour: true } })
    expect(choked).toContain('level the puck as well.')
    expect(choked).toEndWith('Coarser lets the water through faster.')
    const pot = {
      method: 'moka',
      doseGrams: 15,
      waterGrams: 150,
      grindSetting: 16,
      extractionFeedback: { strong: true },
    }
    expect(await leadOf(pot)).toContain('thin it in the cup')
    const weak = { method: 'v60', grinderId: null, extractionFeedback: { watery: true } }
    expect(await leadOf(weak)).toBe('Weak usually means too little coffee for the water.')
  })

  test('asks for no figure where the step moves none', async () => {
    const jo = await world.person()
    const uneven = { method: 'v60', grinderId: grinderId(world), grindSetting: 24, doseGrams: 15, waterGrams: 250 }
    const body = { ...uneven, extractionFeedback: { sour: true, bitter: true } }
    const { brewLog } = (await world.call('POST /api/brew-logs', { as: jo, body })).body
    const { text } = await browsing(world, jo).open(`/me/brews/${brewLog.id}`)
    expect(text).toContain('Still sour and bitter? Log it and we’ll take it from there.')
    const mine = (await browsing(world, jo).open('/me')).text
    expect(mine).toContain('V60, 21 to 27. Your next cup: Keep the recipe, change the technique')
    expect(mine).toContain('Start at 24</button>')
  })

  test('shows what was measured of it, and how much of the coffee is in the cup', async () => {
    const shown = async (body: object) => {
      const logged = await world.call('POST /api/brew-logs', { as: robin, body: { method: 'v60', ...body } })
      const { text } = await open(`/me/brews/${logged.body.brewLog.id}`)
      return Object.fromEntries(
        [...text.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name = '', value = '']) => [
          name,
          value.replace(/<[^>]*>/g, '').replaceAll('\u00a0', ' '),
        ]),
      )
    }
    const measured = { tdsPercent: 1.35, beverageGrams: 210, bloomSeconds: 45, firstDripSeconds: 8 }
    expect(await shown({ doseGrams: 15, ...measured })).toEqual({
      Coffee: '15 g',
      'In the cup': '210 g',
      TDS: '1.35%',
      'Extraction yield': '18.9%',
      Bloom: '0:45',
      'First drip': '0:08',
    })
    expect(await shown({ doseGrams: 15, tdsPercent: 1.4 })).toEqual({ Coffee: '15 g', TDS: '1.4%' })
    expect(await shown({ doseGrams: 15 })).toEqual({ Coffee: '15 g' })
  })

  test("has its step in words that fit the brewer, and in the reader's temperature unit", async () => {
    const jo = await world.person()
    const coffeeProfileId = await aCoffee(world)
    const logged = async (body: object) => {
      const { brewLog } = (await world.call('POST /api/brew-logs', { as: jo, body: { coffeeProfileId, ...body } })).body
      world.clock.advance({ hours: 1 })
      return (await browsing(world, jo).open(`/me/brews/${brewLog.id}`)).text
    }
    const gear = { grinderId: grinderId(world), grindSetting: 30 }
    const steeped = { method: 'french_press', ...gear, extractionFeedback: { bitter: true } }
    expect(await logged(steeped)).toContain('Bitter usually means over-extracted. Coarser extracts less.')
    const machine = world.ports.machines.list().find(({ slug }) => slug === 'breville-barista-express')?.id
    const sour = { extractionFeedback: { sour: true }, waterTempF: 203, doseGrams: 18, waterGrams: 36 }
    const shot = { method: 'espresso', machineId: machine, grinderId: null, grindSetting: null, ...sour }
    // For espresso, the weight in the cup is the yield.
    expect(await logged(shot)).toMatch(/<dt>Coffee<\/dt><dd>18.*<dt>Yield<\/dt><dd>36/)
    const pages = [await logged(shot), await logged(shot)].join()
    expect(pages).toContain('your Breville Barista Express can’t brew hotter than 96\u00a0°C')
    expect(pages).not.toContain('204 F')
    const pot = world.ports.machines.list().find(({ slug }) => slug === 'hario-mizudashi-1-l')?.id
    const full = { machineId: pot, doseGrams: 91, waterGrams: 880, extractionFeedback: { watery: true } }
    expect(await logged(full)).toMatch(/<h1>\d+\sg less water\.</)
  })

  test('is logged as typed, commas and degrees included, and leads to the next step', async () => {
    const form: [string, string][] = [...Object.entries({ ...typed, coffee: String(coffee) }), ['taste', 'bitter']]
    const sent = await send('/me/log', form)
    const [brew] = await logs()
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/me/brews/${brew.id}?saved`])
    expect(brew).toMatchObject({
      coffeeProfileId: coffee,
      method: 'v60',
      doseGrams: 15.8,
      waterGrams: 250,
      waterTempF: 203,
      brewTimeSeconds: 214,
      grindSetting: 20,
      grindSettingText: null,
      rating: 2,
      extractionFeedback: { bitter: true },
    })
    const { text } = await open(`/me/brews/${brew.id}?saved`)
    expect(text).toMatch(/<h1>\w+ clicks? coarser\.<\/h1>/)
    expect(text).toContain(
      'Bitter usually means over-extracted. Coarser lets the water through faster and extracts less.',
    )
    expect(text).toContain('<b>15.8\u00a0g, 250\u00a0g and 95\u00a0°C stay.</b>')
    expect(text).toMatch(/aria-label="Next: 2\d clicks on your C40 MK4, where it was 20\."/)
    expect(text).toContain('A &lt;b&gt;bold&lt;/b&gt; one')
  })

  test('starts from the last one with its step, or from any brew, recipe, or nothing', async () => {
    const [last] = await logs()
    const { nextStep } = (await world.call(`GET /api/brew-logs/${last.id}`, { as: robin })).body.brewLog
    const { text } = await open('/me/log', 'tz=Europe/Berlin')
    expect(text).toMatch(/<b>Huila El Mirador<\/b>Hario V60 02, same as this \w+, with the next step/)
    expect([fieldIn(text, 'grindSetting'), fieldIn(text, 'doseGrams'), fieldIn(text, 'brewTime')]).toEqual([
      String(nextStep.grindSetting),
      '15.8',
      '3:34',
    ])
    expect((await open(`/me/log?again=${last.id}`)).text).toContain('same as today, with the next step')

    const { id } = await publish(world, await world.person('Ann'), { doseGrams: 18, waterGrams: 300, ratio: 16.67 })
    const byRecipe = (await open(`/me/log?recipe=${id}`)).text
    expect(byRecipe).toContain('as Ann wrote it')
    expect([fieldIn(byRecipe, 'doseGrams'), fieldIn(byRecipe, 'grindSetting')]).toEqual(['18', '24'])

    const fresh = (await open('/me/log?nothing')).text
    expect(fresh).toContain('as it is usually brewed')
    expect([fieldIn(fresh, 'waterGrams'), selectedIn(fresh, 'coffee')]).toEqual(['245', ''])
  })

  test('is brewed again as it was, with its style and its step; without amounts it is only logged', async () => {
    const jo = await world.person()
    const logged = async (body: object) =>
      (await world.call('POST /api/brew-logs', { as: jo, body: { method: 'v60', ...body } })).body.brewLog.id
    const iced = await logged({ style: 'iced', doseGrams: 20, waterGrams: 300, extractionFeedback: { watery: true } })
    const page = await browsing(world, jo).open(`/me/brews/${iced}/again`)
    const { key, waterGrams, steps, logHref } = timedBrewIn(page.text)
    expect(page.text).toContain('Iced V60')
    // Two fifths of the water are ice.
    expect([key, waterGrams, steps.at(-1).toGrams ?? 180]).toEqual([`again=${iced}`, 180, 180])
    expect(logHref).toStartWith(`/me/log?again=${iced}&doseGrams=`)
    expect(new URL(logHref, world.url).searchParams.get('doseGrams')).not.toBe('20')
    const bare = await logged({ extractionFeedback: { sour: true } })
    expect((await browsing(world, jo).open(`/me/brews/${bare}`)).text).toContain('Log the next one</a>')
    const sent = await browsing(world, jo).open(`/me/brews/${bare}/again`)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/me/log?again=${bare}`])
    expect((await open(`/me/brews/${iced}/again`)).status).toBe(404)
  })

  test('by a recipe counts for the recipe; by a deleted one it is not logged', async () => {
    const { id } = await publish(world, await world.person('Ann'))
    expect(fieldIn((await open(`/me/log?recipe=${id}`)).text, 'recipe')).toBe(String(id))
    const sent = await send('/me/log', { ...typed, recipe: String(id) })
    expect(sent.status).toBe(303)
    expect((await world.call(`GET /api/recipes/${id}`)).body.brewCount).toBe(1)
    expect((await open('/me/log?recipe=99999')).status).toBe(404)
    const gone = await send('/me/log', { ...typed, recipe: '99999' })
    expect([gone.status, gone.text.includes('We couldn’t save this yet.')]).toEqual([404, true])
    await send(`${sent.headers.get('location')?.split('?')[0]}/delete`)
  })

  test('is edited without a script: the ring by a step, the grind to another grinder, the rest as typed', async () => {
    const query = (more: Record<string, string>) => new URLSearchParams({ ...typed, doseGrams: '16,2', ...more })
    const finer = (await open(`/me/log?${query({ nudge: '-1' })}`)).text
    expect([fieldIn(finer, 'grindSetting'), fieldIn(finer, 'doseGrams')]).toEqual(['19', '16,2'])
    const other = (await open(`/me/log?${query({ grinder: '1zpresso-k-ultra' })}`)).text
    expect(fieldIn(other, 'onGrinder')).toBe('1zpresso-k-ultra')
    expect(Number(fieldIn(other, 'grindSetting'))).toBeWithin(5, 8)
    expect(other).toContain('on your K-Ultra')
  })

  test("that is invalid is not logged: each mistake is named, in the reader's units, and everything is kept", async () => {
    const before = (await logs()).length
    const wrong = await send('/me/log', {
      ...typed,
      coffee: String(coffee),
      doseGrams: '0',
      waterTemp: '120',
      brewTime: 'long',
    })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('Enter 0.1 to 1,000 g of coffee, for example 15.')
    expect(wrong.text).toContain('Enter a water temperature between 0\u00a0°C and 100\u00a0°C, for example 94\u00a0°C.')
    expect(wrong.text).toContain('Enter the time in minutes and seconds, for example 3:30')
    expect([fieldIn(wrong.text, 'doseGrams'), fieldIn(wrong.text, 'brewTime')]).toEqual(['0', 'long'])
    expect(selectedIn(wrong.text, 'coffee')).toBe(String(coffee))
    const [summary = ''] = /role="alert">.*?<\/ul>/s.exec(wrong.text) ?? []
    expect(summary).toContain('<a href="#doseGrams">Enter 0.1 to 1,000 g of coffee, for example 15.</a>')
    expect([...summary.matchAll(/href="#(\w+)"/g)].map(([, field]) => field)).toEqual([
      'doseGrams',
      'waterTemp',
      'brewTime',
    ])
    expect([...wrong.text.matchAll(/ id="(\w+)"[^>]* autofocus /g)].map(([, field]) => field)).toEqual(['doseGrams'])
    const off = await send('/me/log', { ...typed, grindSetting: '92' })
    expect([off.status, off.text.includes('goes from 0 to 40 clicks, so 92 is off its dial.')]).toEqual([400, true])
    const odd = await send('/me/log', { ...typed, doseGrams: '900' })
    expect([odd.status, odd.text.includes('We couldn’t save this yet.'), fieldIn(odd.text, 'doseGrams')]).toEqual([
      400,
      true,
      '900',
    ])
    expect((await logs()).length).toBe(before)
  })

  test('can be corrected, saved as the recipe of its coffee, and deleted', async () => {
    const [brew] = await logs()
    const recipes = async () => (await world.call('GET /api/user/recipes', { as: robin })).body.recipes
    expect((await send(`/me/brews/${brew.id}/keep`)).headers.get('location')).toBe(`/me/brews/${brew.id}?kept`)
    const [kept] = await recipes()
    expect(kept).toMatchObject({ coffeeProfileId: coffee, method: 'v60', doseGrams: 15.8 })
    expect(kept.grindSetting).toBeGreaterThan(20)

    await send(`/me/brews/${brew.id}`, { taste: 'balanced', rating: '5', notes: '' })
    const { text } = await open(`/me/brews/${brew.id}`)
    expect(text).toContain('<h1>Leave it there.</h1>')
    await send(`/me/brews/${brew.id}/keep`)
    expect((await recipes()).map(({ grindSetting }: { grindSetting: number }) => grindSetting)).toEqual([20])

    expect((await send(`/me/brews/${brew.id}/delete`)).headers.get('location')).toBe('/me/brews')
    expect((await open(`/me/brews/${brew.id}`)).status).toBe(404)
  })

  test('that is saved is one recipe, and leaves those of other brews and those written by hand alone', async () => {
    const ann = await world.person()
    const cup = { method: 'v60', grinderId: grinderId(world), grindSetting: 24, doseGrams: 15, waterGrams: 250 }
    const BEANS = ['Pale', 'Black'].map(name => aBean(name, { name, roaster: 'Nowhere Listed' }))
    await world.call('POST /api/user/import', { as: ann, body: anExport({ BEANS, BREWS: [] }) })
    const { coffees } = (await world.call('GET /api/user/bags', { as: ann })).body
    const bagOf = (called: string) => coffees.find(({ name }: { name: string }) => name === called).bags[0].id as number
    await world.call('POST /api/user/recipes', { as: ann, body: { ...cup, name: 'By hand', ratio: 16.67 } })
    const logged = async (more: object) =>
      (await world.call('POST /api/brew-logs', { as: ann, body: { ...cup, ...more } })).body.brewLog
    const sour = { daysOffRoast: 14, rating: 2, notes: 'Sharp', extractionFeedback: { sour: true } }
    const first = await logged({ bagId: bagOf('Pale'), grindSetting: 20 })
    const other = await logged({ bagId: bagOf('Black'), grindSetting: 22 })
    const later = await logged({ bagId: bagOf('Pale'), grindSetting: 24, ...sour })
    for (const { id } of [first, other, later, first, later])
      for (const act of ['keep', 'recipe']) await browsing(world, ann).send(`/me/brews/${id}/${act}`)
    const { recipes } = (await world.call('GET /api/user/recipes', { as: ann })).body
    const told = ({ name, brewLogId, rating, notes }: Record<string, unknown>) => ({ name, brewLogId, rating, notes })
    expect(recipes.map(told)).toEqual([
      { name: 'Pale', brewLogId: later.id, rating: null, notes: null },
      { name: 'Black', brewLogId: other.id, rating: null, notes: null },
      { name: 'Pale', brewLogId: first.id, rating: null, notes: null },
      { name: 'By hand', brewLogId: null, rating: null, notes: null },
    ])
    const settings = recipes.map(({ grindSetting }: { grindSetting: number }) => grindSetting)
    expect([settings[0] < 24, ...settings.slice(1)]).toEqual([true, 22, 20, 24])
    expect((await logs(ann)).every(({ savedAsRecipe }: { savedAsRecipe: boolean }) => savedAsRecipe)).toBe(true)
  })

  test('of another person is not found, whatever is done with it', async () => {
    const ann = await world.person('Ann')
    const { id } = (
      await world.call('POST /api/brew-logs', { as: ann, body: { method: 'v60', machineId: machineId(world) } })
    ).body.brewLog
    expect((await open(`/me/brews/${id}`)).status).toBe(404)
    expect((await open(`/me/log?again=${id}`)).status).toBe(404)
    for (const what of ['', '/keep', '/recipe', '/delete'])
      expect([what, (await send(`/me/brews/${id}${what}`)).status]).toEqual([what, 404])
    expect((await logs(ann)).length).toBe(1)
  })
})

test('a visitor signs in first, and comes back to where they were', async () => {
  const asked = await world.call('GET /me/log?recipe=7', { headers: { accept: 'text/html' } })
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/sign-in?next=%2Fme%2Flog%3Frecipe%3D7'])
  const sent = await world.call('POST /me/log', {
    body: 'doseGrams=15',
    headers: { accept: 'text/html', origin: world.url, referer: `${world.url}/me/log?nothing` },
  })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/sign-in?next=%2Fme%2Flog%3Fnothing'])
  expect((await world.call('GET /me/log')).status).toBe(401)
})

test('a form from another site does nothing', async () => {
  const before = (await logs()).length
  const { status } = await world.call('POST /me/log', {
    body: new URLSearchParams(typed).toString(),
    headers: { origin: 'https://evil.example', cookie: cookieOf(robin) },
  })
  expect([status, (await logs()).length]).toEqual([403, before])
})
