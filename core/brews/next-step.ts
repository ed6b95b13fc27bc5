import { baseRecipes } from '../adaptation/base.ts'
import { strengthFactor } from '../adaptation/strength.ts'
import { curveThrough } from '../grind/curve.ts'
import { dialOf } from '../grind/dial.ts'
import { type MethodId, methodById } from '../grind/methods.ts'
import type { OwnGrinder } from '../grind/model.ts'
import { labelOf } from '../grind/notation.ts'
import type { ExtractionFeedback } from './model.ts'

export interface BrewedCup {
  method: MethodId
  doseGrams: number | null
  waterGrams: number | null
  waterTempF: number | null
  grindSetting: number | null
  grinder: OwnGrinder | null
  extractionFeedback: ExtractionFeedback | null
}

/** The one thing to change next time: what to do, why, and the new figure where it is one. */
export interface NextStep {
  change: 'grind' | 'temperature' | 'dose' | 'preparation'
  advice: string
  reason: string
  grindSetting?: number
  grindLabel?: string
  waterTempF?: number
  doseGrams?: number
}

/** One change at a time: the first remedy that there is still room for. Null when nothing was wrong, or nothing is left. */
export function nextStep(cup: BrewedCup): NextStep | null {
  const { sour, bitter, harsh, watery } = cup.extractionFeedback ?? {}
  if (sour && (bitter || harsh)) return prepareBetter
  if (sour) return firstOf(cup, 'Sour tastes of too little extraction', [grindBy('finer'), heatBy(HEAT_STEP_F)])
  if (bitter || harsh) {
    const taste = bitter ? 'Bitter' : 'Harsh'
    return firstOf(cup, `${taste} tastes of too much extraction`, [grindBy('coarser'), heatBy(-HEAT_STEP_F)])
  }
  if (watery) return firstOf(cup, 'Watery means too little coffee for the water', [moreCoffee, grindBy('finer')])
  return null
}

type Change = Omit<NextStep, 'reason'>
type Remedy = (cup: BrewedCup) => Change | null

const prepareBetter: NextStep = {
  change: 'preparation',
  advice: 'Leave the grind: spread and level the coffee, wet all of it, and pour or tamp evenly.',
  reason: 'Sour and bitter together come from uneven extraction',
}

function firstOf(cup: BrewedCup, reason: string, remedies: readonly Remedy[]): NextStep | null {
  for (const remedy of remedies) {
    const change = remedy(cup)
    if (change) return { ...change, reason }
  }
  return null
}

/** Three index points, half of that for espresso, in whole steps of the dial; none past the method's band. */
const grindBy =
  (direction: 'finer' | 'coarser'): Remedy =>
  ({ method, grinder, grindSetting }) => {
    if (method === 'turkish') return null
    if (!grinder || grindSetting === null || !dialOf(grinder).holds(grindSetting))
      return { change: 'grind', advice: `Grind a touch ${direction}.` }
    const curve = curveThrough(grinder.references)
    const dial = dialOf(grinder)
    const grindIndex = curve.indexAt(grindSetting)
    if (atBandEnd(method, grindIndex, direction)) return null
    const points = (method === 'espresso' ? 1.5 : 3) * (direction === 'finer' ? -1 : 1)
    const exact = curve.settingAt(grindIndex + points) - grindSetting
    const steps = Math.sign(exact) * Math.max(1, Math.round(Math.abs(exact) / dial.step))
    const to = dial.move(grindSetting, steps)
    if (Math.sign(to - grindSetting) !== Math.sign(exact)) return null
    const grindLabel = labelOf(grinder, to)
    const clicks = Math.abs(to - grindSetting)
    const howFar =
      grinder.unit === 'clicks' && Number.isInteger(clicks) ? `${clicks} ${clicks === 1 ? 'click' : 'clicks'} ` : ''
    return {
      change: 'grind',
      advice: `Grind ${howFar}${direction}: ${grindLabel} instead of ${labelOf(grinder, grindSetting)}.`,
      grindSetting: to,
      grindLabel,
    }
  }

function atBandEnd(method: MethodId, grindIndex: number, direction: 'finer' | 'coarser') {
  const band = methodById[method].grindIndex
  return direction === 'finer' ? grindIndex <= band.low : grindIndex >= band.high
}

const HEAT_STEP_F = 4
/** Below this, hot water hardly extracts; above the other, it boils. */
const BREWING_F = { min: 175, max: 212 }

const heatBy =
  (stepF: number): Remedy =>
  cup => {
    if (cup.method === 'cold_brew') return null
    const fromF = cup.waterTempF ?? baseRecipes[cup.method].waterTempF
    const waterTempF = Math.round(Math.min(BREWING_F.max, Math.max(BREWING_F.min, fromF + stepF)))
    if (Math.sign(waterTempF - fromF) !== Math.sign(stepF)) return null
    const direction = stepF > 0 ? 'hotter' : 'cooler'
    return { change: 'temperature', advice: `Brew ${direction}, at ${waterTempF} F.`, waterTempF }
  }

/** A twentieth more coffee to the same water, until the cup is as strong as its method goes (strength 5). */
const moreCoffee: Remedy = ({ method, doseGrams, waterGrams }) => {
  if (doseGrams === null || waterGrams === null)
    return { change: 'dose', advice: 'Use a little more coffee for the same water.' }
  const strongest = baseRecipes[method].ratio * strengthFactor(method, 5)
  if (waterGrams / doseGrams <= strongest) return null
  const more = Math.ceil(Math.min(doseGrams * 1.05, waterGrams / strongest) * 10 - 1e-9) / 10
  return {
    change: 'dose',
    advice: `Use ${more} g of coffee instead of ${doseGrams} g for the same ${waterGrams} g of water.`,
    doseGrams: more,
  }
}
