import { describe, expect, test } from 'bun:test'
import { fullName } from '../../../core/grind/name.ts'
import { brandsOf, pickerGroups, popularGrinders, typedParts } from '../../../core/grind/picker.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'

const list = shippedGrinders.list()
const grinder = (slug: string) => {
  const found = shippedGrinders.bySlug(slug)
  if (!found) throw new Error(`There is no ${slug}.`)
  return found
}
const mine = [grinder('comandante-c40-mk4'), grinder('1zpresso-k-ultra')]
const slugs = (grinders: { slug: string }[]) => grinders.map(({ slug }) => slug)

describe('before anything is typed', () => {
  test('your grinders come first, then popular ones that are not yours, then every brand', () => {
    const groups = pickerGroups(list, mine, ' ')
    expect(groups.yours).toEqual(mine)
    expect(slugs(groups.popular)).toEqual(['baratza-encore', 'fellow-ode-gen-2', 'timemore-c3-esp-pro'])
    expect(groups.brands).toEqual(brandsOf(list))
    expect([groups.count, groups.matches, groups.similar, groups.nearest]).toEqual([list.length, [], [], []])
  })

  test('every popular grinder ships', () => {
    expect(popularGrinders.filter(slug => !shippedGrinders.bySlug(slug))).toEqual([])
  })
})

describe('once something is typed', () => {
  test.each([
    ['c40', 'comandante-c40-mk4'],
    ['k ul', '1zpresso-k-ultra'],
    ['ultra k', '1zpresso-k-ultra'],
    ['K-ULTRA', '1zpresso-k-ultra'],
    ['kultra', '1zpresso-k-ultra'],
    ['jmax', '1zpresso-j-max'],
    ['j max 1z', '1zpresso-j-max'],
    ['mahlkonig ek43 s', 'mahlkonig-ek43-s'],
  ])('%s finds %s first', (typed, slug) => {
    expect(slugs(pickerGroups(list, [], typed).matches)[0]).toBe(slug)
  })

  test('a match that is yours is listed as yours only, followed by its maker’s similar models', () => {
    const groups = pickerGroups(list, mine, 'k ul')
    expect(slugs(groups.yours)).toEqual(['1zpresso-k-ultra'])
    expect(slugs(groups.matches)).not.toContain('1zpresso-k-ultra')
    expect(groups.similar.map(({ brand }) => brand)).toEqual(['1Zpresso', '1Zpresso', '1Zpresso'])
    expect(groups.brands.map(({ brand }) => brand)).toContain('Kinu')
    expect(groups.brands.every(({ brand }) => /^k/i.test(brand))).toBe(true)
  })

  test('whole words come before beginnings, and beginnings before letters inside a name', () => {
    const found = pickerGroups(list, [], 'k').matches.map(fullName)
    const isWhole = (name: string) => /\bk\b/i.test(name)
    const begins = (name: string) => /\bk/i.test(name)
    const ranks = found.map(name => (isWhole(name) ? 0 : begins(name) ? 1 : 2))
    expect(ranks).toEqual([...ranks].sort())
    expect(new Set(ranks).size).toBe(3)
  })

  test('nothing that matches leads to the three closest names', () => {
    const groups = pickerGroups(list, mine, 'komandante c4o')
    expect([groups.count, groups.yours, groups.matches]).toEqual([0, [], []])
    expect(groups.nearest.length).toBe(3)
    expect(groups.nearest[0]?.brand).toBe('Comandante')
  })

  test('a whole brand lists its models and is not suggested again', () => {
    const groups = pickerGroups(list, [], 'Kinu')
    expect(groups.matches.every(({ brand }) => brand === 'Kinu')).toBe(true)
    expect(groups.brands).toEqual([])
  })

  test('hostile text finds nothing, quickly', () => {
    for (const typed of ['дробилка', '<script>', '磨豆机', 'qx '.repeat(5000), '%', '\u0000'])
      expect(pickerGroups(list, [], typed).count).toBe(0)
  })
})

test('the typed letters of a name are marked, hyphens or not', () => {
  const marked = (name: string, typed: string) =>
    typedParts(name, typed)
      .map(({ text, isTyped }) => (isTyped ? `[${text}]` : text))
      .join('')
  expect(marked('K-Ultra', 'k ul')).toBe('[K]-[Ul]tra')
  expect(marked('Mahlkönig EK43 S', 'mahlko')).toBe('[Mahlkö]nig EK43 S')
  expect(marked('K-Ultra', '')).toBe('K-Ultra')
})
