import { expect, test } from 'bun:test'
import { closenessTo } from '../../../core/coffees/search.ts'

/** As in the database: folded, with spaces around every word. */
function searched(name: string, roaster: string, origin = '') {
  const text = ` ${[name, roaster, origin].filter(Boolean).join(' ')} `
  return { text, nameEnd: name.length, originAt: text.length - (origin ? origin.length + 1 : 0) }
}

const closeness = (coffee: ReturnType<typeof searched>, ...words: string[]) =>
  closenessTo(
    words.map(word => ({ word, similar: word === 'gehsa' ? [{ word: 'gesha', closeness: 0.7 }] : [] })),
    coffee,
  )

const inTurn = (...figures: number[]) => expect(figures).toEqual(figures.toSorted((a, b) => b - a))

test('a whole word is closer than one that begins with it, and that is closer than a similar one', () => {
  inTurn(
    closeness(searched('gesha', 'onyx'), 'gesha'),
    closeness(searched('geshas', 'onyx'), 'gesha'),
    closeness(searched('gesha', 'onyx'), 'gehsa'),
    closeness(searched('bourbon', 'onyx'), 'gehsa'),
  )
})

test("a word counts most in the name, then in the roaster's name, then in the origin", () => {
  inTurn(
    closeness(searched('guji', 'onyx', 'kenya'), 'guji'),
    closeness(searched('onyx', 'guji', 'kenya'), 'guji'),
    closeness(searched('onyx', 'kenya', 'guji'), 'guji'),
  )
})

test('of equal matches the shorter text is closer, and every word counts', () => {
  inTurn(
    closeness(searched('guji hill', 'onyx'), 'guji', 'hill'),
    closeness(searched('guji hill lot', 'onyx'), 'guji', 'hill'),
    closeness(searched('guji', 'onyx'), 'guji', 'hill'),
  )
})
