import type { BrewedCup } from '../core/brews/brewed-cup.ts'
import { curveThrough } from '../core/grind/curve.ts'
import { dialOf } from '../core/grind/dial.ts'
import type { Advice } from './drinkers.ts'

/** How steps start and grow. Our choice of what counts as plain. */
interface StepSizes {
  points: number
  part: number
  longer: number
}

/**
 * A rule without a belief or a band: the same complaint again lengthens the step, and the opposite
 * one halves it. If both levers are named, the grind comes first.
 */
export const plainSteps =
  ({ points, part, longer }: StepSizes): Advice =>
  (cup, earlier) => {
    const { grinder, grindSetting, doseGrams } = cup
    const word = wordOf(cup)
    if (!grinder || grindSetting === null || doseGrams === null || !word) return null
    const words = [...earlier.toReversed(), cup].flatMap(brew => wordOf(brew) ?? [])
    const ofLever = words.filter(({ lever }) => lever === word.lever)
    const length = ofLever.reduce(
      (step, { said }, n) => step * (n === 0 ? 1 : said === ofLever[n - 1]?.said ? longer : 0.5),
      1,
    )
    if (word.lever === 'ratio') {
      const dose = doseGrams * (1 + part * length) ** word.said
      return { change: 'dose', advice: '', reason: '', doseGrams: Math.round(10 * dose) / 10 }
    }
    const curve = curveThrough(grinder.references)
    const dial = dialOf(grinder)
    const exact = curve.settingAt(curve.indexAt(grindSetting) - points * length * word.said) - grindSetting
    const steps = Math.sign(exact) * Math.max(1, Math.round(Math.abs(exact) / dial.step))
    return { change: 'grind', advice: '', reason: '', grindSetting: dial.move(grindSetting, steps) }
  }

export const plainStep = plainSteps({ points: 3, part: 0.05, longer: 1.5 })

function wordOf({ extractionFeedback }: BrewedCup) {
  const { sour, bitter, watery, strong } = extractionFeedback ?? {}
  if (sour || bitter) return { lever: 'grind', said: sour ? 1 : -1 } as const
  if (watery || strong) return { lever: 'ratio', said: watery ? 1 : -1 } as const
}
