import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { roastLevel } from '../../../core/coffees/roast.ts'
import { matchNameOf } from '../../../core/coffees/roaster-name.ts'
import { searchWords } from '../../../core/coffees/search.ts'
import { slugOf } from '../../../core/names.ts'

test.each([
  ['Onyx', ['ONYX', 'Ónyx Coffee', 'onyx coffee roasters', 'The Onyx Roasting Co.', 'Onyx, Inc.']],
  ['Coffee Collective', ['The Coffee Collective', 'coffee-collective', 'Coffee Collective Roastery']],
  ["Bob's", ['Bobs', 'Bob’s Coffee']],
  ['Kaffe Straße', ['kaffe strasse', 'KAFFE STRASSE ROASTERS']],
])('%s is the same roaster as %j', (name, others) => {
  for (const other of others) expect([other, matchNameOf(other)]).toEqual([other, matchNameOf(name)])
})

test.each([
  ['Onyx', 'Onyx Lab'],
  ['Coffee Collective', 'Collective'],
  ['Coffee Co', 'Roasters'],
  ['丸山珈琲', '猿田彦珈琲'],
  ['!!!', '???'],
])('%s is not %s', (one, other) => {
  expect(matchNameOf(one)).not.toBe(matchNameOf(other))
})

test.each([
  ['Ñandú & Søn №1', 'nandu-son-no1'],
  ["Bob's Best", 'bobs-best'],
  ['--a  b--', 'a-b'],
  ['丸山珈琲', 'roaster'],
  [`${'ab '.repeat(27)}`, `${'ab-'.repeat(26)}ab`],
])('the slug of %s is %s', (name, slug) => {
  expect(slugOf(name, 'roaster')).toBe(slug)
})

test('a search leaves out "coffee" unless there is nothing else', () => {
  expect(searchWords('Onyx Coffee, Ethiopia')).toEqual(['onyx', 'ethiopia'])
  expect(searchWords('coffee roasters')).toEqual(['coffee', 'roasters'])
  expect(searchWords(' ?! ')).toEqual([])
})

test('roast levels are read in both vocabularies', () => {
  for (const text of ['MEDIUM_DARK', 'Medium-Dark', 'medium dark', ' Medium_dark '])
    expect(v.parse(roastLevel, text)).toBe('MEDIUM_DARK')
  expect(v.safeParse(roastLevel, 'mediumish').success).toBe(false)
})
