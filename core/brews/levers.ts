import { capital } from '../names.ts'
import type { Belief, LeverName } from './belief.ts'
import { atTime } from './brew-clock.ts'
import { type BrewedCup, type CupsOfBag, lastOf } from './brewed-cup.ts'
import { complaintOn, factIn, tasteOn } from './complaint.ts'
import { beliefFrom, leverPlace } from './cup.ts'
import { dialInDoubt, doubtsAbout, noBetterIdea, otherCausesDoubt } from './doubt.ts'
import { endInWords, meaningInWords, turnsOn } from './ends.ts'
import { EXTRACTION_TARGET, extractionYield, wouldLeaveTarget } from './extraction.ts'
import { canSetTemperature, changeHeat, heatBetween, heatEndInWords } from './heat.ts'
import type { NextStep } from './model.ts'
import { isWithoutFigure, type Move, type Weighed, type Wrong, withoutChance } from './move.ts'
import { moveGrind, settingLabel } from './move-grind.ts'
import { changeRatioFor, EXTRACTION_STEP, moveRatio } from './move-ratio.ts'
import { handiworkFor } from './preparation.ts'
import { isBrewedAs, isNearerPlan, isOffLike, repeatsOf, runOf, sinceTimed, stepsTaken, waveringCups } from './run.ts'
import { judgementOf } from './said.ts'

/** After this many steps in one direction without a better cup, another lever is tried. */
const ENOUGH_STEPS = 3
/** How often the grind may be used where the ratio cannot. */
const MOST_STEPS_FOR_STRENGTH = 2

/** The steps for the grind complaint and for the strength complaint, the more promising first. */
export function stepOnLevers(bag: CupsOfBag): NextStep | undefined {
  const cup = lastOf(bag)
  const fact = factIn(cup)
  // If the extraction is right, or the water was already called too cool, the taste decides.
  const grind = complaintOn('grind', cup) ?? (fact ? tasteOn('grind', cup) : undefined)
  const isHeat = fact === 'cold' || fact === 'hot' || fact === 'low-flame'
  const ratio = isHeat ? tasteOn('ratio', cup) : complaintOn('ratio', cup)
  if (!grind && !ratio) return
  const wavering = Math.max(grind ? waveringCups(bag, 'grind') : 0, ratio ? waveringCups(bag, 'ratio') : 0)
  const steady = [steadyHands, ...doubtsAbout(cup)]
  if (wavering > 0) return steady[wavering - 1] ?? noBetterIdea(bag)
  // Without its temperature, a cup that was brewed too cool or too hot counts by its taste.
  const belief = beliefFrom(isHeat ? [...bag.slice(0, -1), { ...cup, waterTempF: null }] : bag)
  const ground = grind && stepForExtraction(bag, grind, belief)
  const brewed = ratio && stepForStrength(bag, ratio, belief)
  // The grind follows the complaint about it.
  const steps = [ground, grind && brewed?.change === 'grind' ? null : brewed].filter(step => !!step)
  // First the change that is more likely to lead to a good cup; steps without a figure come last.
  const [first, also] = steps.sort((one, other) => likelihood(other) - likelihood(one))
  if (!first) return
  return also && !isWithoutFigure(also) ? { ...withoutChance(first), also: withoutChance(also) } : withoutChance(first)
}

const likelihood = (step: Weighed) => (isWithoutFigure(step) ? -1 : (step.chance ?? 0))

const steadyHands: NextStep = {
  change: 'preparation',
  advice: 'Leave the recipe as it is, and make the next cups alike: weigh, time and pour them the same way.',
  reason: 'Your cups vary more than a change this small can explain',
}

/** Sour: finer, then hotter, then a longer ratio, then preparation, then doubt. Bitter: the opposite. */
function stepForExtraction(bag: CupsOfBag, wrong: Wrong, belief: Belief): Weighed {
  const cup = lastOf(bag)
  const run = runOf(bag, wrong.word === 'fast' ? isFast : isOffLike('grind', wrong.said))
  const [hands, ...rest] = lastResorts(cup, wrong, stillOff(run, wrong))
  // For a pot on the stove, the flame comes first.
  if (cup.method === 'turkish' && run.length === 1) return { ...(hands as Weighed), reason: meaningInWords(wrong, cup) }
  const measured = factIn(cup) === 'extracted'
  // Hotter water does not slow a shot that gushes.
  const keepsHeat = measured || wrong.word === 'fast'
  const between = keepsHeat ? null : heatBetween(bag, wrong)
  if (between) return between
  const isSlowing = wrong.word === 'fast' && isNearerPlan(run, wrong)
  const taken = stepsTaken(searched('grind', bag, run, wrong), one => leverPlace('grind', one), -wrong.said as 1 | -1)
  const moved = measured ? 'extracted' : moveGrind(bag, wrong, belief)
  const move = !measured && !isSlowing && isEnough(taken, wrong) ? 'enough' : moved
  if (typeof move !== 'string')
    return withReason(move, wrong.word === 'fast' ? fastInWords(run, isSlowing) : meaningInWords(wrong, cup))
  if (move === 'doubt-first') return otherCausesDoubt(cup, { reason: endInWords[move](wrong, cup, bag) })
  const why = endInWords[move](wrong, cup, bag)
  const ratioSteps = stepsTaken(run, one => leverPlace('ratio', one), wrong.said)
  const heatSteps = canSetTemperature(cup) ? stepsTaken(run, one => one.waterTempF ?? undefined, wrong.said) : 0
  const heatEnd = heatEndInWords(cup, wrong)
  const whyNotHeat =
    heatSteps > 0
      ? capital(heatEnd ?? 'leave the grind and the temperature')
      : [why, heatEnd].filter(words => words !== null).join(', and ')
  const isHeated = run.length > 1 && run[run.length - 2]?.waterTempF !== cup.waterTempF
  const isTouch = move === 'no-dial'
  if (isTouch && run.length === 1) return touchOf(wrong, cup)
  const isFastAtEnd = wrong.word === 'fast' && (move === 'band-ends' || move === 'at-the-end')
  const repeats = repeatsOf(run)
  // Said once: a setting beyond the end cannot be logged.
  const wasAtEnd = run.slice(0, -1 - repeats).some(one => one.grindSetting === cup.grindSetting)
  const changes = [
    move === 'at-the-end' && turnsOn(wrong, cup) && !wasAtEnd ? pastTheEnd(cup, why) : null,
    keepsHeat ? null : changeHeat(bag, run, wrong, isHeated ? `Still ${wrong.word} at that temperature` : why),
    ratioSteps > 0 || wrong.word === 'fast' || tasteOn('ratio', cup)
      ? null
      : changeRatioFor(wrong, cup, ratioReason(wrong, whyNotHeat)),
    ...(cup.method === 'turkish' ? rest : [isFastAtEnd ? { ...(hands as Weighed), reason: why } : hands, ...rest]),
  ].filter(step => !!step)
  // Both the ratio and the preparation would extract more from a sour cup, or less from a bitter one.
  const isAtTarget = measured && wouldLeaveTarget(cup, EXTRACTION_STEP ** wrong.said)
  const options = isAtTarget
    ? [{ ...(rest[0] as Weighed), reason: targetInWords(wrong, cup) }, ...rest.slice(1)]
    : changes
  // The first advice changes no figure.
  const isCounted = (isTouch || cup.method === 'turkish') && repeats === run.length - 1
  const told = isCounted ? repeats - 1 : repeats
  const option = options[told] ?? noBetterIdea(bag)
  // A dial that cannot be trusted is no reason to stop short of the limit.
  const isDialInDoubt = cup.grinder && option.reason === dialInDoubt(cup.grinder)
  if (move !== 'enough' || typeof moved === 'string' || !isDialInDoubt) return option
  const { because: _, ...onward } = moved
  return { ...onward, reason: `${option.reason}, and nothing else has helped: keep going ${onward.direction}` }
}

/** After three steps the fourth waits until everything else was tried; then three more may follow. */
const isEnough = (steps: number, { word }: Wrong) =>
  word === 'fast' ? steps >= ENOUGH_STEPS : steps % (ENOUGH_STEPS + 1) === ENOUGH_STEPS

/** The time of a shot counts whatever was tried for its taste before. */
const isFast = (cup: BrewedCup) => (judgementOf(cup) === 'unsaid' ? undefined : factIn(cup) === 'fast')

function fastInWords(run: readonly BrewedCup[], isSlowing: boolean) {
  const cup = run[run.length - 1] as BrewedCup
  if (isSlowing) return `Still fast${atTime(cup)}, but slowing down: keep going finer`
  return run.length > 1 ? `Still fast${atTime(cup)}` : meaningInWords({ said: 1, word: 'fast' }, cup)
}

/**
 * The cups whose steps on a lever count: the whole run, but for a shot only those since its time was
 * right. If the lever was also off the other way in this bag, one of the complaints was a slip and
 * the best setting is on this lever after all, so the count starts again once another lever moved.
 */
function searched(lever: LeverName, bag: CupsOfBag, all: readonly BrewedCup[], { said, word }: Wrong) {
  const run = word === 'fast' ? all : sinceTimed(all)
  if (!bag.some(isOffLike(lever, said > 0 ? -1 : 1))) return run
  const other = run.findLastIndex((cup, n) => {
    const { grindSetting, doseGrams, waterGrams } = cup
    const set = lever === 'grind' ? { grindSetting } : { doseGrams, waterGrams }
    return n > 0 && !isBrewedAs(cup, { ...(run[n - 1] as BrewedCup), ...set })
  })
  return run.slice(Math.max(0, other))
}

/**
 * Watery: more coffee for the water, then finer. Strong: less, then coarser. Then preparation, then
 * doubt. A concentrate is first mixed with less or more water.
 */
function stepForStrength(bag: CupsOfBag, wrong: Wrong, belief: Belief): Weighed {
  const cup = lastOf(bag)
  const run = runOf(bag, isOffLike('ratio', wrong.said))
  if (cup.style === 'concentrate' && run.length === 1) return mixDifferently(wrong)
  const along = wrong.said > 0 ? -1 : 1
  const steps = (lever: LeverName, cups = run) => stepsTaken(cups, one => leverPlace(lever, one), along)
  const taste = `${capital(wrong.word)} usually means too ${wrong.said > 0 ? 'little' : 'much'} coffee for the water`
  const move =
    steps('ratio', searched('ratio', bag, run, wrong)) >= ENOUGH_STEPS ? 'enough' : moveRatio(bag, wrong, belief)
  if (typeof move !== 'string') return withReason(move, taste)
  const byGrind = steps('grind')
  if (move === 'pot-decides' && wrong.said < 0 && run.length === 1)
    return { change: 'preparation', advice: THINNER, reason: 'The pot decides how much goes in, so thin it in the cup' }
  // All of a Turkish coffee is in the cup, however fine it is ground.
  if (move !== 'not-weighed' && byGrind < MOST_STEPS_FOR_STRENGTH && cup.method !== 'turkish') {
    // The ratio was tried, so watery or strong is now treated as too little or too much extraction.
    const tasted: CupsOfBag = [{ ...cup, extractionFeedback: wrong.said > 0 ? { sour: true } : { bitter: true } }]
    const grind = moveGrind(tasted, wrong, beliefFrom(tasted), bag)
    if (typeof grind !== 'string') {
      const { because: _, ...change } = grind
      const reason =
        byGrind > 0 ? `Still ${wrong.word}: another step ${change.direction}` : ratioEnd(move, wrong, bag, run)
      return { ...change, reason }
    }
  }
  const more = {
    change: 'dose',
    direction: wrong.said > 0 ? 'stronger' : 'lighter',
    advice: `Use a little ${wrong.said > 0 ? 'more' : 'less'} coffee for the same water.`,
    reason: taste,
  } as const
  const isFinestForPot = move === 'pot-decides' && wrong.said > 0 && leverPlace('grind', cup) !== undefined
  const reason = isFinestForPot
    ? 'Coffee that is any finer could block the pot, so this is as strong as the pot makes it'
    : stillOff(run, wrong)
  const options = [...(move === 'not-weighed' ? [more] : []), ...lastResorts(cup, wrong, reason)]
  return options[repeatsOf(run)] ?? noBetterIdea(bag)
}

const mixDifferently = ({ said }: Wrong): Weighed => ({
  change: 'preparation',
  advice: `Leave the recipe, and mix the concentrate with ${said > 0 ? 'less' : 'more'} water or milk.`,
  reason: 'A concentrate gets its final strength in the cup',
})

const THINNER = 'Add a little hot water to the cup.'

/** Steps without a figure: preparation, then one doubt after another. */
function lastResorts(cup: BrewedCup, { said, word }: Wrong, reason: string): NextStep[] {
  const { more, less, even, slower = even[1] } = handiworkFor(cup)
  const isCold = cup.method === 'cold_brew' || cup.style === 'iced'
  const thinner = isCold ? 'Add a little cold water to the cup.' : THINNER
  const advice = word === 'too strong' ? thinner : word === 'fast' ? slower : said > 0 ? more : less
  return [{ change: 'preparation', advice, reason }, ...doubtsAbout(cup)]
}

const stillOff = (run: readonly BrewedCup[], wrong: Wrong) =>
  run.length > 1 ? `Still ${wrong.word}, so leave the grind where it is` : meaningInWords(wrong, run[0] as BrewedCup)

/** Why a cup at the end of the target is not brewed differently. */
const targetInWords = ({ said, word }: Wrong, cup: BrewedCup) =>
  `Your reading is ${extractionYield(cup)}% extraction, near the ${said > 0 ? 'top' : 'bottom'} of the ${EXTRACTION_TARGET.low} to ${EXTRACTION_TARGET.high}% target, so the brew isn’t what makes it ${word}`

const touchOf = (wrong: Wrong, cup: BrewedCup): Weighed => {
  const direction = wrong.said > 0 ? 'finer' : 'coarser'
  return { change: 'grind', direction, advice: `Grind a touch ${direction}.`, reason: meaningInWords(wrong, cup) }
}

const pastTheEnd = (cup: BrewedCup, reason: string): Weighed => ({
  change: 'grind',
  direction: 'coarser',
  advice: `Grind a touch coarser than ${settingLabel(cup)}: the dial turns further, so continue by taste.`,
  reason,
})

const ratioReason = ({ said }: Wrong, why: string) =>
  `${why}: ${said > 0 ? 'a longer ratio extracts more' : 'a shorter ratio extracts less'}`

/** Why the ratio is not changed for the strength: only what was tried is said to have been. */
function ratioEnd(move: string, { said, word }: Wrong, bag: CupsOfBag, run: readonly BrewedCup[]) {
  const next = said > 0 ? 'a finer grind extracts more' : 'a coarser grind extracts less'
  return `${capital(ratioTried(move, said, word, bag, run))}: ${next}`
}

function ratioTried(move: string, said: 1 | -1, word: string, bag: CupsOfBag, [first]: readonly BrewedCup[]) {
  const { method, doseGrams } = lastOf(bag)
  const opposite = bag.map(cup => complaintOn('ratio', cup)).findLast(complaint => complaint?.said === -said)
  if (move === 'pot-decides') return 'the pot decides how much goes in'
  if (move === 'stale') return `stale beans won’t taste much better with ${said > 0 ? 'more' : 'less'} coffee`
  if (opposite) return `${word} and ${opposite.word} are close together here`
  if (move !== 'enough') return `there is already ${said > 0 ? 'a lot of' : 'little'} coffee in it`
  if (method === 'espresso') return `a ${said > 0 ? 'shorter' : 'longer'} shot has not helped`
  if (doseGrams === first?.doseGrams) return `${said > 0 ? 'less' : 'more'} water has not helped`
  return `${said > 0 ? 'more' : 'less'} coffee has not helped`
}

const withReason = ({ because, ...change }: Move, taste: string): Weighed => ({ ...change, reason: because ?? taste })
