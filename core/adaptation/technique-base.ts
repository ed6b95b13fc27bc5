import { deviceFor, drivesOf } from '../equipment/drive.ts'
import type { Machine } from '../equipment/model.ts'
import { Fault, faultAt } from '../errors.ts'
import { indexOnDial } from '../grind/given.ts'
import { drinkName, indexPerPoint, type MethodId, methodById } from '../grind/methods.ts'
import type { GrinderCatalog } from '../grind/model.ts'
import { fullName } from '../grind/name.ts'
import { settingRead } from '../grind/notation.ts'
import { wordsOf } from '../names.ts'
import { clamp } from '../numbers.ts'
import { exactRatio, gramsInWords, ratioInWords } from '../ratio.ts'
import { fahrenheitOf } from '../temperature.ts'
import { type BaseRecipe, baseOf, boundsFor, isFixed, madeBy } from './base.ts'
import { roastMoves } from './rules.ts'
import { stylesFor, usualStyle } from './styles.ts'
import { grindWords, startingF, type Technique, type Techniques, wordsThanUsual } from './technique.ts'

/** A technique to adapt like any base recipe. What is not published is as usual for its method. */
export function baseOfTechnique(technique: Technique, grinders: GrinderCatalog): BaseRecipe {
  const { method, iceGrams, bypassGrams, startsWith, fixed, steps: ownSteps } = technique
  const style = technique.style ?? usualStyle(method)
  const usual = baseOf(method, style)
  const doseGrams = technique.doseGrams ?? usual.doseGrams
  const waterGrams = technique.waterGrams ?? usual.waterGrams
  const iceShare = (iceGrams ?? 0) / waterGrams
  const bypassShare = (bypassGrams ?? 0) / waterGrams
  const ownTempF = technique.waterTempF ?? (startsWith && startingF[startsWith])
  const waterTempF = ownTempF ?? usual.waterTempF
  return {
    method,
    style,
    doseGrams,
    waterGrams,
    ratio: exactRatio(doseGrams, waterGrams),
    waterTempF,
    isOwnTemp: ownTempF !== undefined,
    ...(technique.groundFor && { groundFor: technique.groundFor }),
    // Nobody heats this water before it goes in, so no rule does.
    fixed: startsWith && !fixed.includes('waterTempF') ? [...fixed, 'waterTempF'] : fixed,
    ...(technique.waterTempByRoast && { hotterByRoastF: hotterByRoast(technique.waterTempByRoast, waterTempF) }),
    ...(technique.pourParts && { pourParts: technique.pourParts }),
    brewTimeSeconds: technique.brewTimeSeconds ?? endOf(ownSteps, usual.brewTimeSeconds),
    ...grindOf(technique, grinders),
    flow: { ...usual.flow, iceShare, bypassShare },
    steps: ownSteps,
    ownSteps,
  }
}

/** Where no time is published: when it is taken off the heat or served, else as usual. */
function endOf(steps: Technique['steps'], usualSeconds: number) {
  const last = steps.at(-1)
  const end = last?.atSeconds ?? 0
  const isSaid = last?.action !== 'drain' && steps.some(({ action }) => action === 'stop')
  return isSaid ? end : Math.max(usualSeconds, end)
}

/** Halfway between two roasts, the temperature is, too. A dark roast without one is as much cooler as usual. */
function hotterByRoast({ light, medium, dark }: NonNullable<Technique['waterTempByRoast']>, fromF: number) {
  const [lightF, mediumF] = [fahrenheitOf(light), fahrenheitOf(medium)]
  const darkF = dark === null ? mediumF + roastMoves.DARK.tempShiftF : fahrenheitOf(dark)
  const hotterF = (waterTempF: number) => Math.round(waterTempF) - fromF
  return {
    LIGHT: hotterF(lightF),
    MEDIUM_LIGHT: hotterF((lightF + mediumF) / 2),
    MEDIUM: hotterF(mediumF),
    MEDIUM_DARK: hotterF((mediumF + darkF) / 2),
    DARK: hotterF(darkF),
  }
}

/** The author's own setting, else the words for it, else what is usual for the method. */
function grindOf({ method, grind }: Technique, grinders: GrinderCatalog) {
  const { words, setting, than, like } = grind
  const grinder = grind.grinder === null ? undefined : grinders.bySlug(grind.grinder)
  const onDial = grinder && setting !== null ? settingRead(grinder, setting) : undefined
  const known = grinder && onDial !== undefined ? indexOnDial(grinder, onDial) : undefined
  if (known != null) return { grindIndex: known }
  const { low, high } = methodById[method].grindIndex
  const read = indexInWords(words, like ? 'v60' : method, than)
  return { grindIndex: clamp(read, low, high), grindDoubt }
}

/** How many points apart two words are for the same method. Our choice, as is the doubt, about a word each way. */
const POINTS_A_WORD = 6
const grindDoubt = 5

type Grind = Technique['grind']

/**
 * "Coarse" is another grind for a V60 than for a French press. So a word is read from the one that
 * is usual for the method, and stays within what it is brewed with. Our choice.
 */
export function indexInWords(words: Grind['words'], method: MethodId, than?: Grind['than']) {
  const { low, target, high } = methodById[method].grindIndex
  const fromUsual = words === null ? 0 : grindWords.indexOf(words) - usualWord[method]
  const wordsCoarser = fromUsual + (than ? wordsThanUsual[than] : 0)
  return clamp(target + POINTS_A_WORD * indexPerPoint(method) * wordsCoarser, low, high)
}

/** Where the usual grind lies among the words; halfway means that people use both. */
const usualWord: Readonly<Record<MethodId, number>> = {
  turkish: 0,
  espresso: 1,
  moka: 1.5,
  aeropress: 2.5,
  siphon: 3,
  v60: 2.5,
  kalita: 3,
  drip: 3,
  clever: 3,
  chemex: 4,
  french_press: 5,
  cold_brew: 5,
}

/** By its slug or its name. */
export function techniqueCalled(called: string, { techniques }: { techniques: Techniques }): Technique {
  const asked = wordsOf(called).join(' ')
  const isCalled = ({ slug, name }: Technique) => [slug, name].some(one => wordsOf(one).join(' ') === asked)
  const technique = techniques.bySlug(called) ?? techniques.list().find(isCalled)
  if (technique) return technique
  throw new Fault('not-found', `We don’t know a technique called "${called}". See the list of techniques.`)
}

/** What differs by more is another drink. Our choice: a ristretto, an espresso and a lungo differ by half. */
const SAME_DRINK = 0.25

/** As near as whole and tenths of grams come to a ratio. */
const WEIGHED = 0.03

/** The ratio that was asked for, as far as it remains the same drink. */
export function asSameDrink(technique: Pick<BaseRecipe, 'ratio' | 'fixed'>, asked: number) {
  const { ratio } = technique
  const most = mostApart(technique)
  return clamp(asked, (1 - most) * ratio, (1 + most) * ratio)
}

const mostApart = (technique: Pick<BaseRecipe, 'fixed'>) => (isFixed(technique, 'ratio') ? WEIGHED : SAME_DRINK)

/** Why this brewer cannot do it, as a sentence; undefined if it can. A technique that is its pours needs a hand to pour. */
export function brewerTrouble({ name, filterType, needs }: Technique, base: BaseRecipe, machine: Machine) {
  const { method, style, ratio } = base
  const brewer = `the ${fullName(machine)}`
  if (machine.brewMethod !== method) return `${name} needs a brewer for ${drinkName(method)}, and ${brewer} isn’t one.`
  const [byHand] = drivesOf[method]
  const isAutomatic = byHand !== 'automatic' && deviceFor(method, machine).drive === 'automatic'
  if (isAutomatic && byHand === 'hand_pour')
    return `${name} needs a brewer that you pour into, and ${brewer} pours by itself.`
  if (isAutomatic) return `${name} needs a brewer that you watch and lift yourself, and ${brewer} brews by itself.`
  if (filterType !== undefined && machine.filterType !== filterType)
    return `${name} needs a brewer with a ${filterType} filter, and ${brewer} has none.`
  if (needs === 'controlled_shot' && !controlsShot(machine))
    return `${name} needs a machine whose flow or pressure you can change during the shot, and ${brewer} can’t do that.`
  if (needs === 'felt_filter' && !machine.traits?.includes('felt'))
    return `${name} needs a brewer with a felt filter and a stopper, and ${brewer} has neither.`
  const { doseGrams, waterGrams } = madeBy(machine, base)
  const { maxDoseGrams = Infinity } = boundsFor(base, machine) ?? {}
  if (doseGrams > maxDoseGrams)
    return `${name} needs room for ${gramsInWords(doseGrams)} of coffee, and ${brewer} takes ${gramsInWords(maxDoseGrams)}.`
  if (isFixed(base, 'dose') && doseGrams !== base.doseGrams)
    return `${name} needs a basket for ${gramsInWords(base.doseGrams)} of coffee, and we don’t know of one for ${brewer}.`
  const made = exactRatio(doseGrams, waterGrams)
  if (method === 'espresso' && Math.abs(made / ratio - 1) > mostApart(base))
    return `${name} is a ${ratioInWords(ratio)} shot, but ${brewer} makes ${ratioInWords(made)}.`
  if (!stylesFor(method, machine).includes(style))
    return `${name} needs a valve that stays open, and ${brewer}’s doesn’t.`
  return undefined
}

/** By hand on a lever or a hand pump; with a pump, only on machines made for it. */
const controlsShot = (machine: Machine) =>
  ['lever', 'press'].includes(deviceFor(machine.brewMethod, machine).drive) ||
  (machine.traits?.includes('controls_shot') ?? false)

/** For a request that names a brewer which cannot do it. */
export const otherBrewer = (field: string, trouble: string) =>
  faultAt([field], `must be a different brewer. ${trouble}`)
