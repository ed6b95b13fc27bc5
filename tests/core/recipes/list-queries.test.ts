import { expect, test } from 'bun:test'
import { filterIn } from '../../../core/recipes/list-queries.ts'

test.each([
  ['Jasmine,  Crème brûlée', ['jasmine', 'creme brulee']],
  ['jasmine,,', ['jasmine']],
  [' , ', undefined],
  [undefined, undefined],
])('flavours %s are looked for as %p', (flavorProfile, flavours) => {
  expect(filterIn({ flavorProfile }).flavours).toEqual(flavours)
})
