import { expect, test } from 'bun:test'
import { adapt } from '../../../core/adaptation/adapt.ts'
import { brewRecipeInWords, getBrewRecipe } from '../../../core/adaptation/brew-recipe.ts'
import { grinderOf } from '../../../core/grind/find.ts'
import { shippedMachines as machines } from '../../../db/data/machines.ts'
import { shippedGrinders as grinders } from '../../../db/data/shipped.ts'

const ports = { grinders, machines }
const c40 = grinderOf(grinders, 'comandante-c40-mk4')

test('a recipe by rule is the one that the rules give, for a method or for a machine of some size', async () => {
  const wanted = { roastLevel: 'LIGHT', volumeGrams: 500, strength: 4, taste: -1, daysOffRoast: 5 } as const
  // Reasons come in words alone.
  const { why: _, ...adapted } = adapt({ method: 'aeropress', ...wanted }, c40)
  expect(await getBrewRecipe({ grinder: 'c40 mk4', method: 'aeropress', ...wanted }, ports)).toEqual({
    grinder: { slug: 'comandante-c40-mk4', brand: 'Comandante', name: 'C40 MK4' },
    machine: null,
    ...adapted,
  })
  expect(await getBrewRecipe({ grinder: 'c40 mk4', machine: 'aeropress go', ...wanted }, ports)).toMatchObject({
    machine: { slug: 'aeropress-go' },
    batches: 3,
  })
})

test.each([
  [{ grinder: 'c40 mk4' }, 'method is required, or else machine.'],
  [
    { grinder: 'c40 mk4', machine: 'chambord' },
    /^"chambord" may be any of bodum-chambord-3-cup, .* and .*; name one\.$/,
  ],
  [{ grinder: 'c40 mk4', machine: 'V60', method: 'chemex' }, 'method must be v60 for the V60, or left out.'],
  [{ grinder: 'c40 mk4', machine: 'teapot' }, /^There is no machine "teapot"; the nearest are /],
  [{ grinder: 'c40', method: 'v60' }, /^"c40" may be any of /],
  [
    { grinder: 'c40 mk4', machine: 'aeropress-go', method: 'v60' },
    'method must be aeropress for the AeroPress Go, or left out.',
  ],
] as const)('%j is refused', async (asked, sentence) => {
  await expect(getBrewRecipe(asked, ports)).rejects.toThrow(sentence)
})

test.each([
  ['AeroPress', 'aeropress'],
  ['french press', 'french_press'],
  ['Espresso', 'espresso'],
] as const)('a machine called %s is a kind of brewer, and no size of it', async (machine, method) => {
  expect(await getBrewRecipe({ grinder: 'c40 mk4', machine }, ports)).toEqual(
    await getBrewRecipe({ grinder: 'c40 mk4', method }, ports),
  )
})

test('without a machine, more or less than any of its kind takes is brewed as the nearest in size would', async () => {
  const brewed = async (method: 'aeropress' | 'v60' | 'cold_brew', volumeGrams: number) => {
    const recipe = await getBrewRecipe({ grinder: 'c40 mk4', method, volumeGrams }, ports)
    return [recipe.waterGrams, recipe.batches, recipe.reasons[0]?.split(':')[0]]
  }
  expect(await brewed('aeropress', 1000)).toEqual([500, 2, 'An AeroPress XL holds 500 g'])
  expect(await brewed('v60', 1500)).toEqual([750, 2, 'A Hario V60 03 holds 1000 g'])
  expect(await brewed('v60', 1)).toEqual([80, 1, 'A Hario V60 01 brews at least 80 g; you asked for 1 g'])
  expect(await brewed('v60', 1000)).toEqual([1000, 1, '1000 g of water instead of 245 g'])
  expect(await brewed('cold_brew', 5000)).toEqual([5000, 1, '5000 g of water instead of 880 g'])
})

test('a brewer that only bounds the amount is not taken for the one that somebody has', async () => {
  const large = { grinder: 'c40 mk4', roastLevel: 'DARK' } as const
  const drip = await getBrewRecipe({ ...large, method: 'drip', volumeGrams: 4000 }, ports)
  expect(drip.reasons).toContain('The machine heats its own water, so the grind does it: coarser instead of cooler')
  const turkish = await getBrewRecipe({ ...large, method: 'turkish', volumeGrams: 700 }, ports)
  expect([turkish.batches, JSON.stringify(turkish.steps).includes('cezve'), turkish.waterTempF]).toEqual([2, true, 150])
})

test('in words it has the amounts, the grind with its range, the steps, the reasons and what guides do', async () => {
  const recipe = await getBrewRecipe({ grinder: 'c40 mk4', method: 'v60', roastLevel: 'LIGHT' }, ports)
  const [heading, ...lines] = brewRecipeInWords(recipe, c40).split('\n')
  expect(heading).toMatch(
    /^V60: 15 g of coffee, 245 g of water \(1:16\.3\), 205 F \(96 C\), .* Grind: \d+ clicks on the Comandante C40 MK4 \(\d+ to \d+ clicks\)\.$/,
  )
  expect(lines[0]).toMatch(/^First Rinse: The paper with hot water/)
  expect(lines[1]).toMatch(/^0:00 Bloom to 45 g/)
  expect(lines).toContain('Why: Light roast: 4 F hotter, finer.')
  expect(lines.at(-1)).toMatch(/^Published guides: 1:14\.3 to 1:17, /)
})
