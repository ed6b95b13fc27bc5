import { fullName } from '../grind/name.ts'
import { capital } from '../names.ts'
import type { Belief } from './belief.ts'
import { type BrewedCup, beliefFrom, type CupsOfBag, complaintOn, lastOf } from './cup.ts'
import { changeHeat, heatBetween } from './heat.ts'
import type { NextStep, ReasonedChange } from './model.ts'
import type { Move, Wrong } from './move.ts'
import { moveGrind } from './move-grind.ts'
import { moveRatio } from './move-ratio.ts'

/**
 * One change at a time, learned from the earlier brews of that coffee and method, newest first. Null when nothing was
 * wrong, which holds it, or when nothing is left to change.
 */
export function nextStep(cup: BrewedCup, earlier: readonly BrewedCup[] = []): NextStep | null {
  const { sour, bitter, harsh } = cup.extractionFeedback ?? {}
  if (sour && (bitter || harsh)) return prepareBetter
  const [grind, ratio] = [complaintOn('grind', cup), complaintOn('ratio', cup)]
  if (!grind && !ratio) return null
  const bag = bagOf(cup, earlier)
  const belief = beliefFrom(bag)
  const ground = grind && changeGrind(bag, grind, belief)
  const brewed = ratio && changeRatio(bag, ratio, belief)
  // The grind follows the word that was said on it.
  const steps = [ground, grind && brewed?.change === 'grind' ? null : brewed].filter(step => !!step)
  // First the one whose change is likelier to leave a good cup.
  const [first, also] = steps.sort((one, other) => (other.chance ?? 0) - (one.chance ?? 0)).map(withoutChance)
  if (!first) return null
  return also ? { ...first, also } : first
}

/** The next cup: this one with what a step changes. */
export const afterStep = <Cup extends Pick<BrewedCup, 'grindSetting' | 'doseGrams' | 'waterGrams' | 'waterTempF'>>(
  cup: Cup,
  step: ReasonedChange | null | undefined,
): Cup => ({
  ...cup,
  grindSetting: step?.grindSetting ?? cup.grindSetting,
  doseGrams: step?.doseGrams ?? cup.doseGrams,
  waterGrams: step?.waterGrams ?? cup.waterGrams,
  waterTempF: step?.waterTempF ?? cup.waterTempF,
})

const prepareBetter: NextStep = {
  change: 'preparation',
  advice: 'Leave the grind: spread and level the coffee, wet all of it, and pour or tamp evenly.',
  reason: 'Sour and bitter together come from uneven extraction',
}

/** Older beans that were younger the time before come from a new bag, and what was learned ends with the old one. */
function bagOf(cup: BrewedCup, earlier: readonly BrewedCup[]): CupsOfBag {
  const bag: [BrewedCup, ...BrewedCup[]] = [cup]
  for (const brew of earlier) {
    const [oldest] = bag
    if (brew.daysOffRoast !== null && oldest.daysOffRoast !== null && brew.daysOffRoast > oldest.daysOffRoast) break
    bag.unshift(brew)
  }
  return bag
}

/** A step, and how likely the next cup is then right, where that is known. */
interface Weighed extends ReasonedChange {
  chance?: number
}

const withoutChance = ({ chance: _, ...step }: Weighed): ReasonedChange => step

/** Sour: finer, then hotter. Bitter or harsh: coarser, then cooler. */
function changeGrind(bag: CupsOfBag, wrong: Wrong, belief: Belief): Weighed | null {
  const cup = lastOf(bag)
  const taste = `${capital(wrong.word)} tastes of too ${wrong.said > 0 ? 'little' : 'much'} extraction`
  if (cup.method === 'turkish') return changeHeat(cup, wrong, taste)
  const between = heatBetween(bag, wrong)
  if (between) return between
  const move = moveGrind(bag, wrong, belief)
  if (move === 'at-the-end') return changeHeat(cup, wrong, `${taste}, and your dial ends here`)
  if (move === 'nothing-between')
    return changeHeat(cup, wrong, `${taste}, and the next step of your dial was off the other way`)
  if (move === 'no-dial') {
    const direction = wrong.said > 0 ? 'finer' : 'coarser'
    return { change: 'grind', direction, advice: `Grind a touch ${direction}.`, reason: taste }
  }
  return withReason(move, taste)
}

/** Watery: more coffee for the water, then finer. Strong: less, then coarser. */
function changeRatio(bag: CupsOfBag, wrong: Wrong, belief: Belief): Weighed | null {
  const [little, more] = wrong.said > 0 ? ['little', 'more'] : ['much', 'less']
  const move = moveRatio(bag, wrong, belief)
  const taste = `${capital(wrong.word)} means too ${little} coffee for the water`
  if (move === 'not-weighed')
    return {
      change: 'dose',
      direction: wrong.said > 0 ? 'stronger' : 'lighter',
      advice: `Use a little ${more} coffee for the same water.`,
      reason: taste,
    }
  if (typeof move !== 'string') return withReason(move, taste)
  // The ratio cannot be moved: watery or strong is then treated as too little or too much extraction, by the grind.
  const ground = [
    ...bag.slice(0, -1),
    { ...lastOf(bag), extractionFeedback: sourOrBitter(wrong) },
  ] as unknown as CupsOfBag
  const grind = moveGrind(ground, wrong, beliefFrom(ground))
  if (typeof grind === 'string') return null
  const { because: _, ...further } = grind
  const { brewer } = lastOf(bag)
  const end =
    move === 'pot-ends' && brewer
      ? `The ${fullName(brewer)} ${wrong.said > 0 ? `brews at least ${brewer.minWaterGrams}` : `holds ${brewer.maxWaterGrams}`} g`
      : `There is ${wrong.said > 0 ? 'much' : 'little'} coffee in it already`
  return withReason(
    further,
    `${end}: a ${wrong.said > 0 ? 'finer grind draws more' : 'coarser grind draws less'} out of it`,
  )
}

const sourOrBitter = ({ said }: Wrong) => (said > 0 ? { sour: true } : { bitter: true })

const withReason = ({ because, ...change }: Move, taste: string): Weighed => ({ ...change, reason: because ?? taste })
