import { beansTrouble, restDays } from '../coffees/rest.ts'
import { reachesTurkish } from '../dial/dial-in.ts'
import type { MethodId } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { fullName } from '../grind/name.ts'
import { cautionFor, suitsMethod } from '../grind/suits.ts'
import { capital, inARow } from '../names.ts'
import { againstRecommended, WATER_MATTERS, waterNote } from '../water/home-water.ts'
import { type BrewedCup, type CupsOfBag, lastOf, methodInWords } from './brewed-cup.ts'
import { factIn, tasteOn } from './complaint.ts'
import { extractionYield, MOST_SOLUBLE_PERCENT } from './extraction.ts'
import { canSetTemperature } from './heat.ts'
import type { NextStep } from './model.ts'
import { cupsOff } from './run.ts'
import { flatWord, isFlat } from './said.ts'

const doubt = (reason: string, advice: string): NextStep => ({ change: 'doubt', advice, reason })

export const BOTTLED_WATER = 'Brew once with a bottled water you like to drink.'
const ANOTHER_BAG = 'Maybe it’s just this coffee. Keep the cup you liked best, and try another bag.'

/** When every lever was tried: what else may be wrong, the likeliest first. */
export function doubtsAbout(cup: BrewedCup): NextStep[] {
  const { daysOffRoast, grinder, water: own } = cup
  const age = doubt(
    'The recipe may not be the cause, so look at the beans',
    'Check the roast date: beans a few days old or older than two months taste off whatever you do. Log it with the next cup.',
  )
  const aged = { young: youngDoubt(cup), stale: staleEnd(cup), fine: null }
  const beans = daysOffRoast === null ? age : aged[beansTrouble(cup) ?? 'fine']
  const water = doubt(
    beans === age
      ? 'If the beans are fresh, the water is next'
      : 'The recipe may not be the cause, so look at the water',
    `${BOTTLED_WATER} ${(own && waterNote(own)) ?? WATER_MATTERS}`,
  )
  const [limit] = grinderLimits(cup)
  const end = doubt(limit ?? 'Nothing we suggested has helped', limit ? ANOTHER_GRINDER : ANOTHER_BAG)
  const dial = grinder && [
    doubt(
      dialInDoubt(grinder),
      'Find your grinder’s zero point again and clean the burrs. If its settings differ from most, calibrate it in your gear.',
    ),
  ]
  return [...(beans ? [beans] : []), ...(isClearedWater(cup) ? [] : [water]), ...(dial ?? []), end]
}

export const dialInDoubt = (grinder: AnyGrinder) => `Your ${fullName(grinder)} may not grind as its dial says`

/** After the last doubt. What is known to be in the way stays. */
export function noBetterIdea(bag: CupsOfBag): NextStep {
  const cup = lastOf(bag)
  const [limit] = grinderLimits(cup)
  const cups = `That’s ${cupsOff(bag)} cups that were off`
  if (limit) return doubt(`${cups}. ${limit}`, 'Stop here: a different grinder would change more than any setting.')
  if (beansTrouble(cup) === 'stale')
    return doubt(`${cups}. ${staleSentence(cup)}`, 'Stop here, and open a fresher bag.')
  return doubt(
    `${cups}, and we’re out of ideas`,
    'Stop here: brew the recipe as it was written, or try another coffee.',
  )
}

const ANOTHER_GRINDER = 'Keep the cup you liked best. A different grinder would change more than any setting.'

/** What no setting of this grinder changes, if there is such a limit. */
export function grinderLimits({ grinder, method }: BrewedCup): string[] {
  if (!grinder) return []
  if (method === 'turkish') return reachesTurkish(grinder) ? [] : [notForTurkish(grinder)]
  const caution = suitsMethod(grinder, method) === 'no' ? cautionFor(grinder, method) : undefined
  return caution === undefined ? [] : [caution]
}

const notForTurkish = (grinder: AnyGrinder) => `The ${fullName(grinder)} is not fine enough for Turkish`

/** What to try when cups hardly react to the recipe: whatever is not known to be fine. */
function elseToTry(cup: BrewedCup): string {
  const causes = [
    ...(isClearedWater(cup) ? [] : ['brew once with a bottled water you like to drink']),
    ...(cup.grinder ? ['clean the burrs'] : []),
    ...(cup.daysOffRoast === null ? ['check the roast date'] : []),
    ...(isMaybeCold(cup) ? [heatThrough[cup.method] ?? []].flat() : []),
  ]
  return inARow(causes)
}

/** Whether a machine that heats its own water may be too cold: that makes a cup sour or weak. */
const isMaybeCold = (cup: BrewedCup) =>
  !canSetTemperature(cup) && (tasteOn('grind', cup) ?? tasteOn('ratio', cup))?.said !== -1

const heatThrough: Partial<Record<MethodId, string>> = {
  espresso: 'let the machine and the portafilter heat through',
  drip: 'run the machine once without coffee to heat it through',
}

/** A test cup without the other causes: brewed as it was before the steps, or as the last one. */
export const otherCausesDoubt = (
  cup: BrewedCup,
  { backTo, reason = THREE_CUPS_OFF }: { backTo?: string | undefined; reason?: string } = {},
) =>
  doubt(
    reason,
    `${backTo ? `Go back to ${backTo}, as in the first of these three cups, for one test cup` : 'Leave the recipe as it is once more'}: ${elseToTry(cup)}.${ownWaterNote(cup)}`,
  )

/** What the drinker's own figures say of the water that is doubted. */
function ownWaterNote(cup: BrewedCup) {
  const note = cup.water && !isClearedWater(cup) ? waterNote(cup.water) : null
  return note === null ? '' : ` ${note}`
}

const THREE_CUPS_OFF = 'Three cups in a row were off, so something other than the recipe may be wrong'

/** The same beside a step. */
export const otherCausesSentence = (cup: BrewedCup) =>
  `If these cups taste much the same, the recipe may not be the cause: ${elseToTry(cup)}`

/** High alkalinity makes a cup flat and low alkalinity makes it sharp, so neither explains the opposite. */
function isClearedWater(cup: BrewedCup) {
  const ppm = cup.water?.waterAlkalinityPpm
  if (ppm == null) return false
  const side = againstRecommended('alkalinity', ppm)
  const said = tasteOn('grind', cup)?.said
  return (said === 1 && side === 'above') || ((said === -1 || isFlat(cup)) && side === 'below')
}

/** A flat cup comes from the beans or the water, which no lever changes. */
export function flatDoubts(cup: BrewedCup): NextStep[] {
  const isCleared = isClearedWater(cup)
  const isKnown = isCleared && cup.daysOffRoast !== null
  const end = doubt(
    isKnown
      ? 'Neither the age of the beans nor the water seems to be the cause'
      : 'If the beans are fresh and bottled water was no better, neither of them is the cause',
    ANOTHER_BAG,
  )
  if (cup.daysOffRoast !== null) {
    const water = doubt('Water with a lot of alkalinity makes a cup flat', `${BOTTLED_WATER}${ownWaterNote(cup)}`)
    return [...(isCleared ? [] : [water]), beansTrouble(cup) === 'stale' ? staleEnd(cup) : end]
  }
  const word = capital(flatWord(cup) ?? 'flat')
  return [
    isCleared
      ? doubt(`${word} usually means old beans`, 'Check the roast date, and try a fresher bag.')
      : doubt(
          `${word} usually means old beans, or water with a lot of alkalinity`,
          `Check the roast date, and brew once with a bottled water you like to drink.${ownWaterNote(cup)}`,
        ),
    end,
  ]
}

/** Stale beans, which no grind can correct. */
export const beansDoubt = (cup: BrewedCup) => doubt(staleSentence(cup), 'Leave the dial and open a fresher bag.')

export const staleSentence = ({ daysOffRoast }: BrewedCup) =>
  `These beans are ${daysOffRoast} days off roast, and stale coffee tastes flat at any setting`

/** The same, when small steps have not helped either. */
const staleEnd = ({ daysOffRoast }: BrewedCup) =>
  doubt(`This is as far as these beans go, ${daysOffRoast} days off roast`, 'Open a fresher bag.')

const youngDoubt = (cup: BrewedCup) => doubt(restSentence(cup), 'Let the bag rest, then brew it again.')

/** Beans that have not rested: they can be brewed, but the drinker should know. */
export const restSentence = (cup: BrewedCup) =>
  `These beans are only ${cup.daysOffRoast === 1 ? '1 day' : `${cup.daysOffRoast} days`} off roast: waiting until day ${restDays(cup)} will change more than the dial`

/** A reading that cannot be judged. */
export const noTargetSentence = (cup: Pick<BrewedCup, 'style' | 'method'>) =>
  `We know of no published extraction target for ${methodInWords(cup)} brews, so go by taste`

/** A cup that stays slow whatever the drinker does by hand. */
export const clogDoubt = ({ method }: BrewedCup, reason: string) =>
  method === 'espresso'
    ? doubt(
        reason,
        'Use a gram less coffee if the basket is full to the brim, and use a clean basket if any of its holes are blocked.',
      )
    : doubt(reason, 'Some beans and worn burrs make a lot of fines. Try another paper, or another bag.')

/** A balanced cup that is not liked: changing a figure would not help. */
export const dislikedDoubt = ({ rating }: BrewedCup) =>
  doubt(
    `Nothing was off and you gave it ${rating === 1 ? 'one star' : `${rating} stars`}, so the recipe is right and the coffee may not be for you`,
    'Leave the recipe there and try another coffee. If you miss something in this one, tap sour, bitter, weak or too strong.',
  )

const MEASURE_AGAIN = 'Zero the refractometer, let the sample cool and stir it, and weigh the cup again.'

/** An impossible reading, or several hardly possible ones: the grind stays until one is possible, or none is logged. */
export function readingDoubt(cup: BrewedCup, times: number) {
  const reading = `${extractionYield(cup)}% extraction`
  if (times === 1)
    return doubt(
      `${reading} is not possible: at most about ${MOST_SOLUBLE_PERCENT}% of coffee dissolves`,
      MEASURE_AGAIN,
    )
  return times === 2
    ? doubt(`${reading} is very unlikely, and it’s the second such reading in a row`, MEASURE_AGAIN)
    : doubt(
        `${reading} is still very unlikely, so we can’t go by your readings`,
        'Leave the grind there. Log the next cup without a reading, and we’ll go by taste.',
      )
}

/** Far too cool in a brewer whose temperature cannot be set. */
export const coldWaterDoubt = (cup: BrewedCup, reason: string, times: number) =>
  factIn(cup) === 'low-flame'
    ? doubt(reason, LOW_FLAME)
    : doubt(reason, warmer[cup.method] ?? (times > 2 ? CHECK_MACHINE : WARM_UP))

const LOW_FLAME =
  'Leave the grind. Start with water just off the boil, and turn up the flame until the brew takes about that long.'

const WARM_UP = 'Run the machine once without coffee to warm it up, and descale it if that doesn’t help.'
const CHECK_MACHINE =
  'Descale the machine, warm it up for longer, and check the water with a thermometer. If it stays this cool, have the machine repaired.'
const warmer: Partial<Record<MethodId, string>> = {
  moka: 'Fill the base with water just off the boil, so that the coffee doesn’t cook while the water heats.',
  siphon: 'Keep the heat on until all of the water has risen, and only then add the coffee.',
}
