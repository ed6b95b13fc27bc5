import { afterAll, beforeAll, expect, test } from 'bun:test'
import { wordsOf } from '../../core/names.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
})
afterAll(() => world.stop())

/** Names of coffees, and one word of each. */
const names = [
  ['Finca Peña Blanca', 'peña'],
  ['Straße Smørrebrød Łódź', 'łódź'],
  ['Finca El Injerto d’Antigua', 'd’antigua'],
  ['Cafe\u0301 Cre\u0300me', 'crème'],
  ['Ελληνικός Καφές', 'ΚΑΦΈΣ'],
  ['Чёрный Чай', 'чай'],
  ['قَهْوَة عربية', 'عربية'],
  ['קָפֶה שחור', 'שחור'],
  ['กาแฟดอยช้าง น้ำผึ้ง', 'น้ำผึ้ง'],
  ['云南 小粒咖啡', '小粒咖啡'],
  ['ガテマラ ブレンド', 'ブレンド'],
  ['ｸﾞｱﾃﾏﾗ・深煎り', '深煎り'],
  ['한국 커피', '커피'],
  ['커피리브레'.normalize('NFD'), '커피리브레'],
  ['कॉफ़ी बीन', 'बीन'],
  ['மோனசூன் மலபார்', 'மலபார்'],
  ['Lot ١٢٣ 456', '١٢٣'],
  ['x²y ½ №7', 'x²y'],
  ['मलाबार\u200d मानसून', 'मानसून'],
  ['می\u200cخواهم قهوه', 'می\u200cخواهم'],
  ['Kochere•Natural', 'natural'],
  ['Sunrise☕️Espresso', 'espresso'],
  ['Family 👨‍👩‍👧 Lot', 'family'],
  ['Bourbon–Typica … «Rosé»', 'rosé'],
  ['Ethiopia、Yirga。Lot', 'yirga'],
] as const

test('searches and stored names are split into the same words', async () => {
  for (const [name] of names) {
    const [row] = await world.sql<{ searched: string; sought: string[] }[]>`
      select search_text_of(${name}, null, null) as searched,
             array(select fold(word) from unnest(${wordsOf(name)}::text[]) with ordinality one (word, at) order by at) as sought`
    const words = row?.searched.split(' ').filter(word => word !== '')
    expect([name, words]).toEqual([name, row?.sought])
  }
})

test.each(names)('a coffee called %s is found by that and by %s', async (name, word) => {
  const body = { name, roasterName: 'Every Script', roastLevel: 'MEDIUM' }
  const { status, body: made } = await world.call('POST /api/coffees', { as: ann, body })
  expect(status).toBe(201)
  for (const q of [name, word]) {
    const { body: found } = await world.call(`GET /api/coffees?q=${encodeURIComponent(q)}`)
    expect([q, found.data.map(({ id }: { id: number }) => id)]).toEqual([q, expect.arrayContaining([made.coffee.id])])
  }
})

test.each(names)('a roaster called %s is one roaster', async name => {
  const roasters = []
  for (const roasterName of [name, `The ${name.toUpperCase()} Coffee Roasters`]) {
    const body = { name: `Of ${roasterName}`, roasterName, roastLevel: 'MEDIUM' }
    roasters.push((await world.call('POST /api/coffees', { as: ann, body })).body.coffee.roasterSlug)
  }
  expect(roasters[1]).toBe(roasters[0])
})
