import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aCoffee, aRecipe, machineId, publish } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let author: Awaited<ReturnType<TestWorld['person']>>
beforeAll(async () => {
  world = await startWorld()
  author = await world.person('Ana')
})
afterAll(() => world.stop())

const browser = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
const open = (path: string, headers: Record<string, string> = {}) =>
  world.call(`GET ${path}`, { headers: { ...browser, cookie: 'grinder=1zpresso-k-ultra', ...headers } })
const linksIn = (text: string, rel: string) =>
  [...text.matchAll(/<a [^>]*href="([^"]*)"[^>]*rel="(\w+)"/g)]
    .filter(match => match[2] === rel)
    .map(match => (match[1] ?? '').replaceAll('&amp;', '&'))
const cardsIn = (text: string) => [...text.matchAll(/<article class="card">.*?href="([^"]*)"/gs)].map(match => match[1])

describe('the list of recipes', () => {
  let coffeeId: number
  beforeAll(async () => {
    coffeeId = await aCoffee(world, 'Sawmill House')
    for (let at = 0; at < 26; at++) await aRecipe(world, { by: author, coffeeId })
    await publish(world, author, {
      coffeeProfileId: await aCoffee(world, 'Nyeri <b>Gatomboya</b>'),
      machineId: machineId(world, 'espresso'),
      ratio: 2,
      waterGrams: 36,
      doseGrams: 18,
    })
  })

  test('shows each on the dial of the reader, and says what people wrote as text', async () => {
    const { text } = await open('/recipes?method=espresso')
    expect(text).toContain('<title>Espresso recipes · Dialin</title>')
    expect(text).toMatch(/<b>[\d.]+<\/b> <span class="between">[\d.]+ to [\d.]+<\/span> <br>on your K-Ultra/)
    expect(text).toContain('Nyeri &lt;b&gt;Gatomboya&lt;/b&gt;')
    expect(text).toMatch(/aria-current="page">.*?Espresso/)
    expect(text).toContain('from 24 clicks on Comandante C40 MK4')
    const { text: theirs } = await open('/recipes?method=espresso', { cookie: 'grinder=comandante-c40-mk4' })
    expect(theirs).toContain('written on the same grinder')
  })

  test('walks on by cursors and back by the way it came, and begins again where a cursor is none of its own', async () => {
    const first = await open(`/recipes?coffee=${coffeeId}`)
    const [next = ''] = linksIn(first.text, 'next')
    const second = await open(next)
    expect([cardsIn(first.text).length, cardsIn(second.text).length]).toEqual([24, 2])
    expect(new Set([...cardsIn(first.text), ...cardsIn(second.text)]).size).toBe(26)
    expect(linksIn(second.text, 'next')).toEqual([])
    expect(linksIn(second.text, 'prev')).toEqual([`/recipes?coffee=${coffeeId}`])
    expect(first.text).toContain(`<link rel="next" href="${next.replaceAll('&', '&amp;')}">`)
    const forged = await open(`/recipes?method=v60&after=forged`)
    expect([forged.status, forged.headers.get('location')]).toEqual([303, '/recipes?method=v60'])
  })

  test('counts what each roast would leave, and names each filter with the way to be without it', async () => {
    const { text } = await open(`/recipes?coffee=${coffeeId}&roast=LIGHT&time=&q=&taste=-2&taste=2&sort=highest_rated`)
    expect(text).toContain('data-live="count-roast-LIGHT">26<')
    expect(text).toContain('data-live="count-roast-DARK">0<')
    expect(text).toContain(`href="/recipes?roast=LIGHT">Sawmill House`)
    expect(text).toContain(`href="/recipes?coffee=${coffeeId}">Light`)
    expect(text).toContain(`data-address="/recipes?coffee=${coffeeId}&amp;roast=LIGHT"`)
    expect(text).toMatch(/<h2 id="found" role="status">26 recipes/)
  })

  test('opens from a grinder with what was made with it', async () => {
    const grinder = await open('/grinders/comandante-c40-mk4')
    expect(cardsIn(grinder.text)).toHaveLength(3)
    const [, href = '', count] = /href="(\/recipes\?madeWith=[^"]*)">All (\d+) recipes/.exec(grinder.text) ?? []
    const { text } = await open(href)
    expect(text).toContain(`<h2 id="found" role="status">${count} recipes`)
    expect(text).toContain('href="/recipes">Made with C40 MK4')
    expect((await open('/recipes?madeWith=niche-zero')).text).toContain('No recipe')
  })

  test('says what to give up where nothing fits', async () => {
    const { status, text } = await open(`/recipes?coffee=${coffeeId}&method=v60&roast=DARK`)
    expect(status).toBe(200)
    expect(text).toMatch(
      /No recipe fits all 3 filters\.<\/strong> Without Dark there are 26\. <a href="[^"]*">Show them/,
    )
  })

  test('leaves out what an address names wrongly, and says what is wrong with the words', async () => {
    const wrong = '/recipes?method=none&roast=purple&taste=9&time=never&sort=worst&coffee=x&grinder=none&after=&q=%00'
    expect([(await open(wrong)).status, cardsIn((await open(wrong)).text).length]).toEqual([200, 24])
    const { text } = await open('/recipes?q=a+b+c+d+e+f+g+h+i+j')
    expect(text).toContain('This search must have at most 8 different words.')
    expect(text).toContain('value="a b c d e f g h i j"')
  })

  test('remembers a grinder that is chosen on it, and offers who is signed in what suits them', async () => {
    const chosen = await open('/recipes?grinder=niche-zero')
    expect(chosen.headers.get('set-cookie')).toStartWith('grinder=niche-zero;')
    expect(chosen.text).toContain('every one on your Zero')
    expect(chosen.text).not.toContain('For you')
    expect((await world.call('GET /recipes', { as: author, headers: browser })).text).toContain('For you')
  })
})
