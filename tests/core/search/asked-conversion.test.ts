import { describe, expect, test } from 'bun:test'
import type { StoredGrinder } from '../../../core/equipment/equipment.ts'
import { conversionAsked } from '../../../core/search/asked-conversion.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'

const all: StoredGrinder[] = shippedGrinders.list().map((grinder, at) => ({ ...grinder, id: at + 1 }))
const bySlug = (slug: string) => {
  const grinder = all.find(one => one.slug === slug)
  if (!grinder) throw new Error(`There is no ${slug}.`)
  return grinder
}
const [c40, kUltra] = [bySlug('comandante-c40-mk4'), bySlug('1zpresso-k-ultra')]

/** For example "24 comandante-c40-mk4 1zpresso-j-max". */
function asked(text: string, mine: StoredGrinder | undefined = kUltra) {
  const found = conversionAsked(text, { all, mine, usual: c40, beside: from => (from === c40 ? kUltra : c40) })
  return found && `${found.setting} ${found.from.slug} ${found.to.slug}`
}

describe('a search that asks for a conversion', () => {
  test.each([
    '24 c40 to j-max',
    '24 on c40 to j-max',
    '24 on a C40 on a J-Max?',
    'c40 24 to jmax',
    'Convert 24 on the Comandante C40 to 1Zpresso J-Max',
    'what is 24 on c40 in j-max',
    "What's 24 c40 on j max?",
    '24 c40 = j-max',
    '24 c40 → j-max',
    '24 c40->j-max',
    '  24   c40   to   jma ',
  ])('%s', text => {
    expect(asked(text)).toBe('24 comandante-c40-mk4 1zpresso-j-max')
  })

  test('may give the unit, or a setting as the dial shows it', () => {
    expect(asked('24 clicks on c40 to j-max')).toBe('24 clicks comandante-c40-mk4 1zpresso-j-max')
    expect(asked('24clicks c40 to j-max')).toBe('24clicks comandante-c40-mk4 1zpresso-j-max')
    expect(asked('2.5.0 j-max to c40')).toBe('2.5.0 1zpresso-j-max comandante-c40-mk4')
    expect(asked('15,5 niche zero to c40')).toBe('15,5 niche-zero comandante-c40-mk4')
  })

  test("leads to the reader's grinder if it names no other, and to a well-known one if they have none", () => {
    for (const text of [
      '24 on c40',
      '24 c40',
      'c40 24',
      '24 c40 to mine',
      '24 c40 on my grinder',
      '24 c40 to my k-ultra',
    ])
      expect([text, asked(text)]).toEqual([text, '24 comandante-c40-mk4 1zpresso-k-ultra'])
    expect(asked('7.5 on k-ultra')).toBe('7.5 1zpresso-k-ultra comandante-c40-mk4')
    expect(asked('24 on j-max', c40)).toBe('24 1zpresso-j-max comandante-c40-mk4')
    const found = conversionAsked('24 on c40', { all, mine: undefined, usual: c40, beside: () => kUltra })
    expect(found?.to).toBe(kUltra)
  })

  test("is about the reader's grinder if it only says where to", () => {
    expect(asked('7.5 to j-max')).toBe('7.5 1zpresso-k-ultra 1zpresso-j-max')
    expect(conversionAsked('7.5 to j-max', { all, mine: undefined, usual: c40, beside: () => kUltra })).toBeUndefined()
  })

  test('means the grinder that the reader has if a name fits several', () => {
    const mk3 = bySlug('comandante-c40-mk3')
    expect(asked('24 c40 to j-max', mk3)).toBe('24 comandante-c40-mk3 1zpresso-j-max')
  })
})

test.each([
  'j-max',
  'c40',
  '24',
  'df 64',
  'ek 43',
  '1zpresso',
  '1 zpresso',
  'yirgacheffe',
  '24 yirgacheffe',
  'v60 02',
  'coffee to go',
  'to',
  'on on on on',
  '24 to',
  '24 c40 to c40',
  '= → ->',
  '?',
  '',
])('"%s" does not ask for a conversion', text => {
  expect(asked(text)).toBeUndefined()
})

test('every shipped grinder is found by its full name on both sides of a sentence', () => {
  for (const { slug, brand, model } of all.filter(one => one !== kUltra))
    expect([slug, asked(`to ${brand} ${model}`.replace('to', '7 to'))]).toEqual([slug, `7 1zpresso-k-ultra ${slug}`])
})
