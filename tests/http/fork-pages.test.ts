import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browsing, selectedIn, unescaped, visiting } from '../support/browsing.ts'
import { aCoffee, grinderId, publish } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let author: Someone
let reader: Someone
beforeAll(async () => {
  world = await startWorld()
  author = await world.person('Ann')
  reader = await world.person('Ben')
  await world.call('POST /api/user/grinders', { as: reader, body: { grinderId: grinderId(world) } })
})
afterAll(() => world.stop())

const visitor = visiting(() => world)
const figures = { waterTempF: 201, brewTimeSeconds: 180, steps: [{ atSeconds: 0, action: 'pour', toGrams: 250 }] }
const original = () => publish(world, author, { ...figures, notes: 'My own words.' })
const mine = (path: string) => browsing(world, reader).open(path)

/** The fields of the form on a page, as a browser would send them. */
function fieldsOf(page: string): [string, string][] {
  const inputs = [...page.matchAll(/<input (?:[^>]*? )?name="([^"]+)"[^>]*?(?: value="([^"]*)")?[^>]*>/g)]
  const named = inputs
    .filter(([tag]) => !/type="(?:radio|checkbox)"/.test(tag) || tag.includes(' checked'))
    .map(([tag, name = '']): [string, string] => [name, unescaped(/ value="([^"]*)"/.exec(tag)?.[1])])
  const chosen = ['coffee', 'brewer', 'grinder', 'action'].flatMap(name => {
    const value =
      name === 'action' ? /<select[^>]*name="action".*?value="(\w+)" selected/s.exec(page)?.[1] : selectedIn(page, name)
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
  return [...named, ...chosen]
}

const changed = (fields: [string, string][], changes: Record<string, string>): [string, string][] => [
  ...fields.filter(([name]) => !(name in changes)),
  ...Object.entries(changes),
]

describe('“Make it mine”', () => {
  test('opens a draft on the reader’s dial, without the author’s words', async () => {
    const { id, coffeeProfileId } = await original()
    const page = (await mine(`/recipes/${id}`)).text
    expect(page).toContain(`href="/me/recipes/new?basedOn=${id}"`)
    const { status, text } = await mine(`/me/recipes/new?basedOn=${id}`)
    expect([status, selectedIn(text, 'coffee'), selectedIn(text, 'grinder')]).toEqual([
      200,
      String(coffeeProfileId),
      'comandante-c40-mk4',
    ])
    expect(text).not.toContain('My own words.')
    expect(Object.fromEntries(fieldsOf(text))).toMatchObject({
      basedOn: String(id),
      grindSetting: '24',
      waterGrams: '250',
    })
  })

  test('sends visitors to sign in first', async () => {
    const { status, headers } = await visitor.open('/me/recipes/new?basedOn=1')
    expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/sign-in')])
  })

  test('keeps it personal, with only what was changed', async () => {
    const { id } = await original()
    const form = fieldsOf((await mine(`/me/recipes/new?basedOn=${id}`)).text)
    const saved = await browsing(world, reader).send(
      '/me/recipes/new',
      changed(form, { grindSetting: '22', name: 'Rounder' }),
    )
    const path = saved.headers.get('location') ?? ''
    expect([saved.status, path]).toEqual([303, expect.stringMatching(/^\/me\/recipes\/\d+$/)])
    const page = (await mine(path)).text
    expect(page).toContain(`Based on <a href="/recipes/${id}">`)
    expect(page).toContain('One change. Everything else follows the original.')
    expect(page).toContain('2 clicks finer: more extracted.')
    expect(page).toContain('Only you can see this.')
    const recipeId = path.split('/').at(-1)
    const share = (await mine(`/recipes/new?from=recipe-${recipeId}`)).text
    expect(Object.fromEntries(fieldsOf(share))).toMatchObject({ basedOn: String(id) })
    const published = await browsing(world, reader).send('/recipes/new', fieldsOf(share))
    const shared = (await visitor.open(published.headers.get('location') ?? '')).text
    expect(shared).toContain(`Based on <a href="/recipes/${id}">`)
    const list = (await visitor.open(`/recipes/${id}/variations`)).text
    expect(list).toContain('2 clicks finer')
    expect((await visitor.open(`/recipes/${id}`)).text).toContain('1 variation</a>')
  })

  test('works for a technique, which then needs a coffee to be published', async () => {
    const coffee = await aCoffee(world)
    expect((await visitor.open('/techniques/four-six')).text).toContain('href="/me/recipes/new?basedOn=four-six"')
    const form = fieldsOf((await mine('/recipes/new?basedOn=four-six')).text)
    expect((await browsing(world, reader).send('/recipes/new', form)).status).toBe(400)
    const sent = await browsing(world, reader).send(
      '/recipes/new',
      changed(form, { coffee: String(coffee), grinder: 'comandante-c40-mk4' }),
    )
    expect(sent.status).toBe(303)
    const page = (await visitor.open(sent.headers.get('location') ?? '')).text
    expect(page).toContain('Based on <a href="/techniques/four-six">The 4:6 method</a> by')
    expect((await visitor.open('/techniques/four-six/variations')).status).toBe(200)
  })

  test('takes along what was chosen of a technique', async () => {
    const chosen = 'water=450&strength=4'
    const link = `/me/recipes/new?basedOn=four-six&${chosen}`
    const page = (await mine(`/techniques/four-six?${chosen}`)).text
    expect(page).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
    const [asPublished, asChosen] = await Promise.all(
      ['/me/recipes/new?basedOn=four-six', link].map(
        async path => new URLSearchParams(fieldsOf((await mine(path)).text)),
      ),
    )
    const { adapted } = (
      await world.call('GET /api/techniques/four-six?grinder=comandante-c40-mk4&volumeGrams=450&strength=4')
    ).body
    expect(asPublished?.get('waterGrams')).not.toBe('450')
    expect(asChosen?.get('waterGrams')).toBe('450')
    expect(asChosen?.get('doseGrams')).toBe(String(adapted.doseGrams))
    expect(asChosen?.getAll('to').filter(Boolean).at(-1)).toMatch(/^450/)
    expect(asChosen?.get('basedOn')).toBe('four-six')
  })

  test('works for a roaster’s recipe, which joins the community by that', async () => {
    const coffees = [{ slug: 'worka', name: 'Worka', recipes: [{ method: 'v60', brewTimeSeconds: 185 }] }]
    await aRoastery(world, { slug: 'forked', name: 'Forked', coffees })
    const basedOn = 'forked/worka/v60'
    expect((await visitor.open('/brew/forked/worka')).text).toContain(`basedOn=${encodeURIComponent(basedOn)}`)
    const form = fieldsOf((await mine(`/recipes/new?basedOn=${encodeURIComponent(basedOn)}`)).text)
    const sent = await browsing(world, reader).send('/recipes/new', changed(form, { grindSetting: '20' }))
    const path = sent.headers.get('location') ?? ''
    const page = (await visitor.open(path)).text
    expect(page).toMatch(/Based on <a href="\/recipes\/\d+">Worka on the .*<\/a> by Forked/)
    expect(page).toContain('finer')
    expect((await visitor.open('/brew/forked/worka')).text).toContain('1 variation</a>')
  })
})

describe('the original', () => {
  test('that is gone is not named', async () => {
    const { id, coffeeProfileId } = await original()
    const fork = await publish(world, reader, { ...figures, coffeeProfileId, basedOn: id, grindSetting: 20 })
    await world.call(`DELETE /api/community-recipes/${id}`, { as: author })
    const { text } = await visitor.open(`/recipes/${fork.id}`)
    expect(text).toContain('Based on a recipe that no longer exists')
    expect(text).not.toContain('What’s different')
  })

  test('that was edited since leads to its versions', async () => {
    const { id, coffeeProfileId } = await original()
    const fork = await publish(world, reader, { ...figures, coffeeProfileId, basedOn: id, grindSetting: 20 })
    await world.call(`PATCH /api/community-recipes/${id}`, { as: author, body: { grindSetting: 26 } })
    expect((await visitor.open(`/recipes/${fork.id}`)).text).toContain(
      `The original has been edited. <a href="/recipes/${id}/versions">See what changed</a>`,
    )
    const versions = (await visitor.open(`/recipes/${id}/versions`)).text
    expect(versions).toContain('2 clicks coarser: less extracted.')
    expect(versions).toContain('Version 2 (current)')
  })
})

test('a brew says which version of its recipe it was', async () => {
  const { id } = await original()
  await world.call(`PATCH /api/community-recipes/${id}`, { as: author, body: { grindSetting: 26 } })
  const { body } = await world.call('POST /api/brew-logs', { as: reader, body: { method: 'v60', recipeId: id } })
  expect((await mine(`/me/brews/${body.brewLog.id}`)).text).toContain('version 2 of the recipe')
})
