import { fullName } from '../grind/name.ts'
import { capital } from '../names.ts'
import type { Belief } from './belief.ts'
import {
  type Bag,
  type BrewedCup,
  beliefFrom,
  type Change,
  type Complaint,
  grindComplaint,
  groundAs,
  heatAfter,
  heatIsSet,
  lastOf,
  type Move,
  moveGrind,
  moveRatio,
  ratioComplaint,
} from './levers.ts'

/** The one thing to change next time: what to do, why, and the new figure where it is one. */
export interface NextStep extends Reasoned {
  /** What the other complaint asks for, where grind and strength were both off: for whoever changes both at once. */
  also?: Reasoned
}

interface Reasoned extends Change {
  reason: string
}

/**
 * One change at a time, learned from the earlier brews of that coffee and method, newest first. Null when nothing was
 * wrong, which holds it, or when nothing is left to change.
 */
export function nextStep(cup: BrewedCup, earlier: readonly BrewedCup[] = []): NextStep | null {
  const { sour, bitter, harsh } = cup.extractionFeedback ?? {}
  if (sour && (bitter || harsh)) return prepareBetter
  const [grind, ratio] = [grindComplaint(cup), ratioComplaint(cup)]
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

type Wrong = NonNullable<Complaint>

const prepareBetter: NextStep = {
  change: 'preparation',
  advice: 'Leave the grind: spread and level the coffee, wet all of it, and pour or tamp evenly.',
  reason: 'Sour and bitter together come from uneven extraction',
}

/** Older beans that were younger the time before come from a new bag, and what was learned ends with the old one. */
function bagOf(cup: BrewedCup, earlier: readonly BrewedCup[]): Bag {
  const bag: [BrewedCup, ...BrewedCup[]] = [cup]
  for (const brew of earlier) {
    const [oldest] = bag
    if (brew.daysOffRoast !== null && oldest.daysOffRoast !== null && brew.daysOffRoast > oldest.daysOffRoast) break
    bag.unshift(brew)
  }
  return bag
}

/** A step, and how likely the next cup is then right, where that is known. */
interface Weighed extends Reasoned {
  chance?: number
}

const withoutChance = ({ chance: _, ...step }: Weighed): Reasoned => step

/** Sour: finer, then hotter. Bitter or harsh: coarser, then cooler. */
function changeGrind(bag: Bag, wrong: Wrong, belief: Belief): Weighed | null {
  const cup = lastOf(bag)
  const taste = `${capital(wrong.word)} tastes of too ${wrong.said > 0 ? 'little' : 'much'} extraction`
  if (cup.method === 'turkish') return changeHeat(cup, wrong, taste)
  const between = heatBetween(bag, wrong)
  if (between) return between
  const move = moveGrind(bag, wrong, belief)
  if (move === 'at-the-end') return changeHeat(cup, wrong, `${taste}, and your dial ends here`)
  if (move === 'nothing-between')
    return changeHeat(cup, wrong, `${taste}, and the next step of your dial was off the other way`)
  if (move === 'no-dial')
    return { change: 'grind', advice: `Grind a touch ${wrong.said > 0 ? 'finer' : 'coarser'}.`, reason: taste }
  return withReason(move, taste)
}

/** Watery: more coffee for the water, then finer. Strong: less, then coarser. */
function changeRatio(bag: Bag, wrong: Wrong, belief: Belief): Weighed | null {
  const [little, more] = wrong.said > 0 ? ['little', 'more'] : ['much', 'less']
  const move = moveRatio(bag, wrong, belief)
  const taste = `${capital(wrong.word)} means too ${little} coffee for the water`
  if (move === 'not-weighed')
    return { change: 'dose', advice: `Use a little ${more} coffee for the same water.`, reason: taste }
  if (typeof move !== 'string') return withReason(move, taste)
  // Then it is the extraction that is too little or too much.
  const ground = [...bag.slice(0, -1), { ...lastOf(bag), extractionFeedback: sourOrBitter(wrong) }] as unknown as Bag
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

function changeHeat(cup: BrewedCup, { said }: Wrong, reason: string): Weighed | null {
  const waterTempF = heatAfter(cup, said)
  if (waterTempF === null) return null
  const direction = said > 0 ? 'hotter' : 'cooler'
  return { change: 'temperature', advice: `Brew ${direction}, at ${waterTempF} F.`, waterTempF, reason }
}

/** The same grind was off the other way with hotter or cooler water: then between the two. */
function heatBetween(bag: Bag, { said, word }: Wrong): Weighed | null {
  const { waterTempF: from } = lastOf(bag)
  if (from === null || !heatIsSet(lastOf(bag))) return null
  const there = groundAs(bag).findLast(
    cup => grindComplaint(cup)?.said === -said && said * ((cup.waterTempF ?? from) - from) > 1,
  )
  if (!there?.waterTempF) return null
  const waterTempF = Math.round((from + there.waterTempF) / 2)
  const both = `${capital(grindComplaint(there)?.word ?? '')} at ${there.waterTempF} F, ${word} at ${from} F`
  return {
    change: 'temperature',
    advice: `Brew ${said > 0 ? 'hotter' : 'cooler'}, at ${waterTempF} F.`,
    waterTempF,
    reason: `${both}: between the two, ${waterTempF} F`,
  }
}

const withReason = ({ because, ...change }: Move, taste: string): Weighed => ({ ...change, reason: because ?? taste })
