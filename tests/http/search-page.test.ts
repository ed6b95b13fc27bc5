import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aCoffee, aRecipe, machineId, publish } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { clockOfThread } from '../support/waiting.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let author: Someone
let yirgacheffe: number
beforeAll(async () => {
  world = await startWorld()
  author = await world.person('Ana')
  yirgacheffe = await aCoffee(world, 'Yirgacheffe Konga')
  for (let at = 0; at < 5; at++) await aRecipe(world, { by: author, coffeeId: yirgacheffe })
  await publish(world, author, {
    coffeeProfileId: await aCoffee(world, 'Nyeri <b>Gatomboya</b>'),
    machineId: machineId(world, 'espresso'),
    ratio: 2,
    waterGrams: 36,
    doseGrams: 18,
  })
  await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees: [] })
})
afterAll(() => world.stop())

const open = (path: string, cookie = 'grinder=comandante-c40-mk4') =>
  world.call(`GET ${path}`, { headers: { accept: 'text/html', cookie } })
const search = async (q: string, more = '', cookie?: string) => {
  const { status, text } = await open(`/search?${new URLSearchParams({ q })}${more}`, cookie)
  expect([q, status]).toEqual([q, 200])
  return text
}
/** The text that people read, without tags. */
const wordsIn = (text: string) =>
  text
    .replace(/.*<main/s, '')
    .replace(/<footer.*/s, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')
const groupsIn = (text: string) => [...text.matchAll(/<h2 id="found-(\w+)"/g)].map(match => match[1])

describe('one search', () => {
  test('the magnifier leads to it from every page', async () => {
    expect((await open('/')).text).toContain('<a class="find" href="/search" aria-label="Search">')
  })

  test('shows a grinder that was named as a card, with recipes written on it and an answer', async () => {
    const text = await search('j-max')
    expect(text).toMatch(/class="best".*1Zpresso <mark>J<\/mark><mark>-<\/mark><mark>Max<\/mark>/s)
    expect(text).toContain('href="/grinders/1zpresso-j-max">See all settings</a>')
    expect(text).toContain('href="/grinders/1zpresso-j-max?from=comandante-c40-mk4&amp;to=1zpresso-j-max#convert"')
    expect(text).toContain('name="grinder" value="1zpresso-j-max"')
    expect(wordsIn(text)).toMatch(/\d+ clicks on your C40 MK4 is [\d.]+ on the 1Zpresso J-Max/)
    expect(groupsIn(text)).toEqual(['answers', 'grinders'])
    const grinders = await search('j-max', '&in=grinders')
    expect([grinders.includes('class="best"'), groupsIn(grinders)]).toEqual([true, ['grinders']])
  })

  test('shows recipes written on a grinder, however its name is spelled', async () => {
    for (const q of ['comandante c40 mk4', 'c40mk4'])
      expect(wordsIn(await search(q))).toContain('Recipes written on a C40 MK4')
  })

  test('finds coffees by the beginning of a word, and their recipes, on my dial', async () => {
    const text = await search('yirga')
    expect(groupsIn(text)).toEqual(['coffees', 'recipes'])
    expect(text).toContain('<mark>Yirga</mark>cheffe')
    expect(wordsIn(text)).toContain('3 of 5')
    expect(text).toMatch(/class="hit-setting"><b>\d+<\/b> <span>\d+ to \d+ clicks<\/span>/)
    expect(wordsIn(text)).toContain('Settings for your C40 MK4')
    expect(wordsIn(text)).toContain('No methods, techniques, grinders or roasters match “yirga”.')
    expect(wordsIn(await search('yirga', '', ''))).toContain('Settings on a Comandante C40 MK4. Choose yours')
  })

  test('offers to add a grinder that we do not know', async () => {
    for (const q of ['zerno', 'qqxxzz'])
      expect(wordsIn(await search(q))).toContain('Own a grinder that isn’t listed? Add it')
    expect(await search('zerno')).toContain('href="/my-grinder?add"')
    expect(wordsIn(await search('k ultra'))).not.toContain('isn’t listed')
  })

  test('forgives accents, typos, hyphens and the order of words', async () => {
    expect(await search('konga yirgachefe')).toContain(`href="/coffees/${yirgacheffe}"`)
    expect(await search('Yírgácheffe')).toContain(`href="/coffees/${yirgacheffe}"`)
    expect(await search('k ul')).toContain('href="/grinders/1zpresso-k-ultra"')
    expect(await search('comondante')).toContain('href="/grinders/comandante-c40-mk4"')
  })

  test('finds roasters and methods, and recipes by a method and a coffee together', async () => {
    expect(await search('hill road')).toContain('href="/roasters/hill-road">See the roaster</a>')
    const kasuya = await search('kasuya')
    expect(kasuya).toContain('href="/brew?brewer=hario-switch-02&amp;style=hybrid"')
    expect(wordsIn(kasuya)).toContain('Made popular by Tetsu Kasuya.')
    expect(wordsIn(await search('french press'))).toMatch(/Method\s*French press/)
    const espresso = await search('espresso nyeri', '&in=recipes')
    expect(wordsIn(espresso)).toContain('18 g in, 36 g out')
    expect(groupsIn(await search('espresso konga'))).not.toContain('recipes')
  })

  test('finds the recipes of a method before its name is finished', async () => {
    const rowsIn = (text: string) => [...text.matchAll(/href="(\/recipes\/\d+)"/g)].map(([, href]) => href)
    const whole = rowsIn(await search('espresso', '&in=recipes'))
    expect(whole).toHaveLength(1)
    for (const q of ['espress', 'espr', 'nyeri espres', 'espresso nye'])
      expect([q, rowsIn(await search(q, '&in=recipes'))]).toEqual([q, whole])
    expect(rowsIn(await search('espress konga', '&in=recipes'))).toEqual([])
  })

  test('shows more of one kind, up to twenty, and leads on to its list', async () => {
    for (let at = 0; at < 17; at++) await aRecipe(world, { by: author, coffeeId: yirgacheffe })
    const text = await search('yirga', '&in=recipes')
    expect(groupsIn(text)).toEqual(['recipes'])
    expect(text.match(/class="hit"/g)).toHaveLength(20)
    expect(text).toContain('href="/recipes?q=yirga">See all recipes</a>')
    expect(text).toMatch(/in=recipes" aria-current="true">Recipes <span>\d+</)
    expect(groupsIn(await search('yirga', '&in=secrets'))).toEqual(['coffees', 'recipes'])
  })

  test('says so if nothing matches', async () => {
    const text = await search('zzqxv')
    expect(wordsIn(text)).toContain('Nothing matches “zzqxv”.')
    expect(text).toContain('role="status" data-live="result-count">No results<')
  })
})

describe('a search for a conversion', () => {
  test('is answered, with a link to the converter', async () => {
    const text = await search('24 c40 to j-max')
    expect(wordsIn(text)).toMatch(
      /24 clicks on your C40 MK4 is 2\.\d\.\d on the 1Zpresso J-Max.*Range 2\.\d\.\d to [23]\.\d\.\d/s,
    )
    expect(text).toContain(
      'href="/grinders/1zpresso-j-max?from=comandante-c40-mk4&amp;setting=24&amp;to=1zpresso-j-max#convert"',
    )
    expect(groupsIn(text)).toEqual(['answers', 'grinders'])
  })

  test("answers a long sentence, on the reader's own dial if no other is named", async () => {
    const text = await search('What is 24 clicks on a Comandante C40 MK4 on a 1Zpresso J-Max?')
    expect(wordsIn(text)).toMatch(/24 clicks on your C40 MK4 is 2\.\d\.\d on the/)
    expect(wordsIn(await search('24 on c40', '', 'grinder=1zpresso-k-ultra'))).toMatch(
      /24 clicks on the Comandante C40 MK4 is [\d.]+ on your K-Ultra/,
    )
  })

  test('says where the dial ends if the setting is not on it', async () => {
    const words = wordsIn(await search('92 c40 to j-max'))
    expect(words).toContain('92 isn’t on the dial of your C40 MK4')
    expect(words).toContain('Enter a setting from 0 to')
  })

  test('says that a grinder does not reach a grind', async () => {
    expect(wordsIn(await search('40 c40 to sette 270'))).toMatch(/is past the end of the Baratza Sette 270/)
  })
})

describe('hostile text', () => {
  test('stays text', async () => {
    for (const q of ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'; drop table users; --"])
      expect((await search(q)).replace(/<script type="module"/g, '')).not.toMatch(/<script|<img src=x/)
    const text = await search('gatomboya')
    expect(text).toContain('&lt;')
    expect(text).not.toContain('<b>Gatomboya')
  })

  test('is bounded before it is read, and refused in words next to the field', async () => {
    const long = await search('a'.repeat(101))
    expect(wordsIn(long)).toContain('Shorten your search to 100 characters.')
    expect(groupsIn(long)).toEqual([])
    await search('a '.repeat(4000))
    await search('24 to '.repeat(16))
    await search('\u202e\u0000%_\\'.repeat(10))
    await search('!!! ???')
    await search('  ')
    expect((await open('/search')).status).toBe(200)
    expect((await open('/search?q=%00&in=%00')).status).toBe(200)
    expect((await open('/search?q=%ff%fe')).status).toBe(200)
  })

  test('even the longest search takes a moment', async () => {
    const longest = [
      '24 to '.repeat(16),
      'k ul '.repeat(20),
      'yirga konga nyeri hill road kenya v60 espresso',
      '🫘'.repeat(100),
    ]
    for (const q of longest) await search(q.slice(0, 100))
    const started = clockOfThread()
    for (const q of longest) await search(q.slice(0, 100))
    expect(clockOfThread() - started).toBeLessThan(2000)
  })
})

test('search engines are kept out of the results', async () => {
  expect((await open('/robots.txt')).text).toContain('Disallow: /search\n')
  expect(await search('yirga')).toContain('<meta name="robots" content="noindex">')
})
