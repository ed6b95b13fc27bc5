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
  expect(await getBrewRecipe({ grinder: 'c40 mk4', method: 'aeropress', ...wanted }, ports)).toEqual({
    grinder: { slug: 'comandante-c40-mk4', brand: 'Comandante', name: 'C40 MK4' },
    machine: null,
    ...adapt({ method: 'aeropress', ...wanted }, c40),
  })
  expect(await getBrewRecipe({ grinder: 'c40 mk4', machine: 'aeropress go', ...wanted }, ports)).toMatchObject({
    machine: { slug: 'aeropress-go' },
    batches: 3,
  })
})

test.each([
  [{ grinder: 'c40 mk4' }, 'method is required, or else machine.'],
  [{ grinder: 'c40 mk4', machine: 'aeropress' }, /^"aeropress" may be any of aeropress-clear, .*; name one\.$/],
  [{ grinder: 'c40 mk4', machine: 'teapot' }, /^There is no machine "teapot"; the nearest are /],
  [{ grinder: 'c40', method: 'v60' }, /^"c40" may be any of /],
  [
    { grinder: 'c40 mk4', machine: 'aeropress-go', method: 'v60' },
    'method must be aeropress for the AeroPress Go, or left out.',
  ],
] as const)('%j is refused', async (asked, sentence) => {
  await expect(getBrewRecipe(asked, ports)).rejects.toThrow(sentence)
})

test('in words it has the amounts, the grind with its range, the steps, the reasons and what guides do', async () => {
  const recipe = await getBrewRecipe({ grinder: 'c40 mk4', method: 'v60', roastLevel: 'LIGHT' }, ports)
  const [heading, ...lines] = brewRecipeInWords(recipe, c40).split('\n')
  expect(heading).toMatch(
    /^V60: 15 g of coffee, 245 g of water \(1:16\.3\), 205 F \(96 C\), .* Grind: \d+ clicks on the Comandante C40 MK4 \(\d+ to \d+ clicks\)\.$/,
  )
  expect(lines[0]).toMatch(/^0:00 Bloom to 45 g/)
  expect(lines).toContain('Why: Light roast: 4 F hotter, finer.')
  expect(lines.at(-1)).toMatch(/^Published guides: 1:14\.3 to 1:17, /)
})
