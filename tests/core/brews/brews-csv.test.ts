import { expect, test } from 'bun:test'
import { brewColumns } from '../../../core/brews/brews-csv.ts'
import { BrewLog } from '../../../core/brews/model.ts'

test('a table of brews has every field of a brew, or this test says why not', () => {
  const left = {
    'what it names is there by its name': ['id', 'coffeeProfileId', 'grinderId', 'machineId', 'recipeId'],
    'it follows from others': ['coffeeGrams', 'ratio', 'extractionPercent', 'savedAsRecipe'],
    'when it was logged says nothing of the cup': ['createdAt'],
    'it is more than a cell holds': ['tasteProfile', 'extractionFeedback'],
    'the method says it': ['machine'],
    'a table has one row for a brew, whoever drank it': ['drinkerIds', 'cups'],
    'its recipe is not named': ['recipeVersion'],
  }
  const read = new Set<string>()
  const unsaid = Object.fromEntries(Object.keys(BrewLog.entries).map(name => [name, null]))
  const brew = new Proxy({ ...unsaid, method: 'v60' } as unknown as BrewLog, {
    get: (given, name: keyof BrewLog) => {
      read.add(name)
      return given[name]
    },
  })
  for (const cellOf of Object.values(brewColumns)) cellOf(brew)
  expect([...read, ...Object.values(left).flat()].sort()).toEqual(Object.keys(BrewLog.entries).sort())
})
