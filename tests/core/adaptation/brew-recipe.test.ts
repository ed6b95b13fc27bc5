import { describe, expect, test } from 'bun:test'
import { adapt } from '../../../core/adaptation/adapt.ts'
import { heldBy, inBasket } from '../../../core/adaptation/base.ts'
import { brewRecipeInWords, getBrewRecipe } from '../../../core/adaptation/brew-recipe.ts'
import { doseCeiling } from '../../../core/equipment/dose-ceiling.ts'
import { grinderOf } from '../../../core/grind/find.ts'
import { shippedMachines as machines } from '../../../db/data/machines.ts'
import { shippedGrinders as grinders } from '../../../db/data/shipped.ts'
import { shippedTechniques as techniques } from '../../../db/data/techniques.ts'

const ports = { grinders, machines, techniques }
const c40 = grinderOf(grinders, 'comandante-c40-mk4')

test('a recipe by rule is the one that the rules give, for a method or for a machine of some size', async () => {
  const wanted = { roastLevel: 'LIGHT', volumeGrams: 500, strength: 4, taste: -1, daysOffRoast: 5 } as const
  // Reasons come in words alone.
  const { why: _, ...adapted } = adapt({ method: 'aeropress', ...wanted }, c40)
  expect(await getBrewRecipe({ grinder: 'c40 mk4', method: 'aeropress', ...wanted }, ports)).toEqual({
    grinder: { slug: 'comandante-c40-mk4', brand: 'Comandante', name: 'C40 MK4' },
    machine: null,
    technique: null,
    ...adapted,
  })
  expect(await getBrewRecipe({ grinder: 'c40 mk4', machine: 'aeropress go', ...wanted }, ports)).toMatchObject({
    machine: { slug: 'aeropress-go' },
    batches: 3,
  })
})

test.each([
  [{ grinder: 'c40 mk4' }, 'method or machine is required.'],
  [
    { grinder: 'c40 mk4', machine: 'chambord' },
    /^"chambord" matches several machines: bodum-chambord-3-cup, .* and .*\. Be more specific\.$/,
  ],
  [{ grinder: 'c40 mk4', machine: 'V60', method: 'chemex' }, 'method must be v60 for V60, or left out.'],
  [{ grinder: 'c40 mk4', machine: 'teapot' }, /^We don’t know a machine called "teapot". Closest: /],
  [{ grinder: 'c40', method: 'v60' }, /^"c40" matches several grinders: /],
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
  expect(await brewed('v60', 1500)).toEqual([750, 2, 'A Hario V60 03 holds 1,000 g'])
  expect(await brewed('v60', 1)).toEqual([80, 1, 'A Hario V60 01 brews at least 80 g; you asked for 1 g'])
  expect(await brewed('v60', 1000)).toEqual([1000, 1, '1,000 g of water instead of 245 g'])
  expect(await brewed('cold_brew', 5000)).toEqual([5000, 1, '5,000 g of water instead of 880 g'])
})

test('a brewer that only bounds the amount is not taken for the one that somebody has', async () => {
  const large = { grinder: 'c40 mk4', roastLevel: 'DARK' } as const
  const drip = await getBrewRecipe({ ...large, method: 'drip', volumeGrams: 4000 }, ports)
  expect(drip.reasons).toContain('The machine heats its own water, so we adjust the grind: coarser instead of cooler')
  const turkish = await getBrewRecipe({ ...large, method: 'turkish', volumeGrams: 700 }, ports)
  expect([turkish.batches, JSON.stringify(turkish.steps).includes('cezve'), turkish.waterTempF]).toEqual([2, true, 150])
})

test('in words it has the amounts, the grind with its range, the steps, the reasons and what guides do', async () => {
  const recipe = await getBrewRecipe({ grinder: 'c40 mk4', method: 'v60', roastLevel: 'LIGHT' }, ports)
  const [heading, ...lines] = brewRecipeInWords(recipe, c40).split('\n')
  expect(heading).toMatch(
    /^V60: 15 g of coffee, 245 g of water \(1:16\.3\), 205 F \(96 C\), .* Grind: \d+ clicks on the Comandante C40 MK4 \(\d+ to \d+ clicks\)\.$/,
  )
  expect(lines[0]).toMatch(/^Before you start: Pour hot water through the paper/)
  expect(lines[1]).toMatch(/^0:00 Bloom to 45 g/)
  expect(lines).toContain('Why: Light roast: 4 F hotter, finer.')
  expect(lines.at(-1)).toMatch(/^Published guides: 1:14\.3 to 1:17, /)
})

test.each([
  ['technivorm-moccamaster-kbt', '201 F (94 C) set by the machine'],
  ['arzum-okka-minio', 'starting cold'],
  ['hario-technica-tca-3', '199 F (93 C) as it rises'],
])('in words, the heat of a %s is %s', async (machine, words) => {
  const recipe = await getBrewRecipe({ grinder: 'c40 mk4', machine }, ports)
  expect(brewRecipeInWords(recipe, c40)).toContain(`, ${words}, `)
})

test('reasons have the right article and name a method as a sentence does', async () => {
  const xbloom = await getBrewRecipe({ grinder: 'c40 mk4', machine: 'xbloom-studio', volumeGrams: 1000 }, ports)
  expect(xbloom.reasons[0]).toStartWith('An xBloom Studio holds 300 g: brew it 4 times')
  const coldBrew = await getBrewRecipe({ grinder: 'baratza-sette-30', method: 'cold_brew' }, ports)
  expect(coldBrew.reasons[0]).toContain(' can’t reach the usual grind for cold brew: ')
})

test('decaf, the age of the beans and the altitude count where they are said', async () => {
  const asked = { grinder: 'c40 mk4', method: 'v60', roastLevel: 'LIGHT' } as const
  const recipe = await getBrewRecipe({ ...asked, isDecaf: true, daysOffRoast: 2, altitudeMeters: 2240 }, ports)
  expect(recipe.waterTempF).toBe(197)
  const text = brewRecipeInWords(recipe, c40)
  expect(text).toContain('Why: Decaf: ')
  expect(text).toContain('Brew them, but 3 more days of rest will change more than the dial.')
  expect(text).toContain('Why: Water boils at 197 F at 2,240 m, so that is as hot as it gets.')
})

test('in words it says the style, what is ice or added to the cup, and which other styles there are', async () => {
  const said = async (asked: Partial<Parameters<typeof getBrewRecipe>[0]>) =>
    brewRecipeInWords(await getBrewRecipe({ grinder: 'c40 mk4', ...asked }, ports), c40).split('\n')
  const iced = await said({ method: 'v60', style: 'iced' })
  expect(iced[0]).toStartWith('V60, iced: 16 g of coffee, 250 g of water (1:15.6), 100 g of it as ice, 201 F (94 C), ')
  expect(iced[1]).toBe(
    'Before you start: Pour hot water through the paper over the sink and add the coffee, then put 100 g of ice in the server',
  )
  expect(iced).toContain('Other styles: hot.')
  const topped = await said({ machine: 'AeroPress Go', style: 'bypass' })
  expect(topped[0]).toStartWith(
    'AeroPress Go, bypass: 20 g of coffee, 200 g of water (1:10), 90 g of it added to the cup, ',
  )
  expect(await said({ machine: 'chambord 3' })).not.toContainEqual(expect.stringContaining('Other styles'))
})

test('a style that no Clever can do is not said to be of one', async () => {
  const said = async (style: 'hybrid' | 'iced') =>
    brewRecipeInWords(await getBrewRecipe({ grinder: 'c40 mk4', method: 'clever', style }, ports), c40)
  expect(await said('hybrid')).toStartWith('Hario Switch, hybrid: ')
  expect(await said('iced')).toStartWith('Clever Dripper, iced: ')
})

test('hot is the usual style of a brewer that brews hot', async () => {
  const asked = { grinder: 'c40 mk4', style: 'hot' } as const
  expect((await getBrewRecipe({ ...asked, method: 'aeropress' }, ports)).style).toBe('upright')
  expect((await getBrewRecipe({ ...asked, method: 'clever' }, ports)).style).toBe('immersion')
  await expect(getBrewRecipe({ ...asked, method: 'cold_brew' }, ports)).rejects.toThrow(
    'style must be one of ready_to_drink, concentrate for cold brew; you asked for hot.',
  )
})

test('a style without a machine is bounded by the brewers that can do it', async () => {
  const brewed = async (style: 'iced' | 'hybrid', volumeGrams: number) => {
    const recipe = await getBrewRecipe({ grinder: 'c40 mk4', method: 'clever', style, volumeGrams }, ports)
    return [recipe.style, recipe.waterGrams, recipe.batches, recipe.reasons[0]?.split(':')[0]]
  }
  // A Clever holds 500 g, of 833 with the ice; a Switch 03 holds 400 g, of 533 in a hybrid.
  expect(await brewed('iced', 1000)).toEqual(['iced', 500, 2, 'A Clever Dripper Large makes up to 833 g'])
  expect(await brewed('hybrid', 1000)).toEqual(['hybrid', 500, 2, 'A Hario Switch 03 makes up to 533 g'])
})

describe('what somebody wants to brew, by dose, ratio or volume', () => {
  const brewed = async (asked: Partial<Parameters<typeof getBrewRecipe>[0]>) => {
    const { doseGrams, waterGrams, ratio, batches } = await getBrewRecipe({ grinder: 'c40 mk4', ...asked }, ports)
    return { doseGrams, waterGrams, ratio, batches }
  }

  test.each([
    [
      { method: 'v60', ratio: 15 },
      { doseGrams: 16.3, waterGrams: 245, ratio: 15.03, batches: 1 },
    ],
    [
      { method: 'v60', doseGrams: 30 },
      { doseGrams: 30, waterGrams: 490, ratio: 16.33, batches: 1 },
    ],
    [
      { method: 'v60', doseGrams: 20, ratio: 15 },
      { doseGrams: 20, waterGrams: 300, ratio: 15, batches: 1 },
    ],
    [
      { method: 'v60', doseGrams: 20, volumeGrams: 300 },
      { doseGrams: 20, waterGrams: 300, ratio: 15, batches: 1 },
    ],
    [
      { method: 'v60', ratio: 15, volumeGrams: 300 },
      { doseGrams: 20, waterGrams: 300, ratio: 15, batches: 1 },
    ],
    [
      { machine: 'aeropress go', doseGrams: 30, ratio: 15 },
      { doseGrams: 10, waterGrams: 150, ratio: 15, batches: 3 },
    ],
    [
      { method: 'espresso', doseGrams: 20 },
      { doseGrams: 20, waterGrams: 40, ratio: 2, batches: 1 },
    ],
    [
      { method: 'espresso', doseGrams: 18, ratio: 2.5 },
      { doseGrams: 18, waterGrams: 45, ratio: 2.5, batches: 1 },
    ],
    [
      { method: 'espresso', doseGrams: 18, volumeGrams: 45 },
      { doseGrams: 18, waterGrams: 45, ratio: 2.5, batches: 1 },
    ],
    [
      { method: 'espresso', doseGrams: 18, volumeGrams: 72 },
      { doseGrams: 18, waterGrams: 36, ratio: 2, batches: 2 },
    ],
  ] as const)('%j', async (asked, amounts) => {
    expect(await brewed(asked)).toEqual(amounts)
  })

  test.each([
    [
      { method: 'v60', doseGrams: 20, ratio: 15, volumeGrams: 400 },
      'ratio, doseGrams and volumeGrams disagree by more than 3%: 20 g x 15 is 300 g of water, not 400 g.',
    ],
    [{ method: 'espresso', doseGrams: 18, ratio: 2, volumeGrams: 50 }, 'disagree by more than 3%'],
    [
      { method: 'v60', doseGrams: 10, volumeGrams: 900 },
      'volumeGrams must be 4.1 to 50 times doseGrams for V60; you asked for 90.',
    ],
    [{ method: 'v60', doseGrams: 900, ratio: 30 }, 'doseGrams 900 at a ratio of 30 makes 27000 g of water; it must be'],
    [{ method: 'espresso', ratio: 50 }, 'ratio must be 0.5 to 8 for Espresso; you asked for 50.'],
    [{ method: 'espresso', doseGrams: 18, ratio: 50 }, 'ratio must be 0.5 to 8 for Espresso; you asked for 50.'],
    [
      { machine: 'hario-technica-tca-2', ratio: 5 },
      'ratio must be 7.5 to 50 for the Hario Technica TCA-2; you asked for 5.',
    ],
    [{ machine: 'french press', ratio: 0.5 }, 'ratio must be 3.9 to 50 for French press; you asked for 0.5.'],
    [{ machine: 'flair 58', doseGrams: 25 }, 'for the basket of the Flair 58; you asked for 25.'],
    [
      { machine: 'bialetti-moka-express-6-cup', ratio: 3 },
      'ratio must be 10 to 12.5 for the Bialetti Moka Express 6-Cup: it is always brewed full, with 300 g of water and 24 to 30 g of coffee; you asked for 3.',
    ],
    [{ machine: 'bialetti-moka-express-6-cup', doseGrams: 27, ratio: 3 }, 'ratio must be 10 to 12.5'],
    [
      { machine: 'bialetti-moka-express-6-cup', doseGrams: 30, ratio: 12 },
      'ratio, doseGrams and the water of the pot disagree by more than 3%: 30 g x 12 is 360 g of water, not 300 g.',
    ],
    [{ method: 'v60', ratio: 15, strength: 4 }, 'strength changes the ratio, and ratio sets it'],
  ] as const)('%j is a contradiction, and told', async (asked, sentence) => {
    await expect(brewed(asked)).rejects.toThrow(sentence)
  })

  test('a moka pot is brewed full, so its ratio decides the coffee', async () => {
    const pot = { grinder: 'c40 mk4', machine: 'bialetti-moka-express-6-cup' }
    const { doseGrams, waterGrams, ratio, batches, reasons } = await getBrewRecipe({ ...pot, ratio: 10 }, ports)
    expect({ doseGrams, waterGrams, ratio, batches }).toEqual({ doseGrams: 30, waterGrams: 300, ratio: 10, batches: 1 })
    expect(reasons).toEqual([
      'A Bialetti Moka Express 6-Cup is always brewed full: its basket takes 24 to 30 g, 300 g of water comes up to the valve',
    ])
    expect(await brewed({ ...pot, ratio: 12.5, volumeGrams: 600 })).toEqual({
      doseGrams: 24,
      waterGrams: 300,
      ratio: 12.5,
      batches: 2,
    })
  })

  test('always fits the brewer, and dose x ratio is the water', async () => {
    for (const machine of machines.list())
      for (const asked of [
        { doseGrams: 14 },
        { ratio: 8 },
        { doseGrams: 15, ratio: 14 },
        { ratio: 17, volumeGrams: 700 },
      ]) {
        const isOutside =
          'doseGrams' in asked && machine.doseGrams && inBasket(machine, asked.doseGrams) !== asked.doseGrams
        const isTooThin = machine.brewMethod === 'espresso' && 'ratio' in asked && asked.ratio > 8
        // A pot has few ratios of its own.
        const isPot = machine.brewMethod === 'moka' && 'ratio' in asked
        if (isOutside || isTooThin || isPot) continue
        const { doseGrams, waterGrams, ratio, batches } = await brewed({ machine: machine.slug, ...asked })
        const label = [machine.slug, asked]
        expect([...label, Math.abs(doseGrams * ratio - waterGrams) <= 0.005 * waterGrams]).toEqual([...label, true])
        expect([...label, heldBy(machine, waterGrams), inBasket(machine, doseGrams)]).toEqual([
          ...label,
          waterGrams,
          doseGrams,
        ])
        expect([...label, doseGrams <= (doseCeiling(machine.brewMethod, machine) ?? Infinity)]).toEqual([
          ...label,
          true,
        ])
        expect(batches).toBeGreaterThanOrEqual(1)
      }
  })
})

test('a technique is brewed on any dial under its own name, with its own pours', async () => {
  const recipe = await getBrewRecipe({ grinder: 'c40 mk4', technique: 'The 4:6 method', volumeGrams: 250 }, ports)
  const words = brewRecipeInWords(recipe, c40)
  expect(words).toStartWith('The 4:6 method by Tetsu Kasuya, V60: 16.7 g of coffee, 250 g of water')
  expect([...words.matchAll(/Pour to (\d+) g/g)].map(([, grams]) => Number(grams))).toEqual([50, 100, 150, 200, 250])
  await expect(
    getBrewRecipe({ grinder: 'c40 mk4', technique: 'four-six', machine: 'aeropress-original' }, ports),
  ).rejects.toThrow('needs a brewer for V60')
})

test('a technique is for one method and style, and says which', async () => {
  const asked = { grinder: 'c40 mk4', technique: 'four-six' }
  const refusal = (more: object) => getBrewRecipe({ ...asked, ...more }, ports).catch(error => error.message)
  expect(await refusal({ method: 'espresso' })).toBe(
    'method must be v60 or left out: The 4:6 method is for V60, not for espresso.',
  )
  expect(await refusal({ machine: 'french press' })).toBe(
    'machine must be a brewer for V60 or left out: The 4:6 method is for V60, not for French press.',
  )
  expect(await refusal({ style: 'iced' })).toBe(
    'style must be hot or left out: The 4:6 method is brewed that way only; you asked for iced.',
  )
  for (const { slug, method } of techniques.list()) {
    expect((await getBrewRecipe({ grinder: 'c40 mk4', technique: slug, method }, ports)).method).toBe(method)
    const other = method === 'moka' ? 'v60' : 'moka'
    const error = await getBrewRecipe({ grinder: 'c40 mk4', technique: slug, method: other }, ports).catch(
      error => error.message,
    )
    expect([slug, error]).toEqual([slug, expect.stringContaining(`method must be ${method} or left out`)])
  }
})
