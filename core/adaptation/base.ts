import { type MethodId, methodById } from '../grind/methods.ts'
import type { Amounts } from '../recipes/arithmetic.ts'

/** Where every recipe by rule begins. */
export interface BaseRecipe extends Amounts {
  method: MethodId
  waterTempF: number
  brewTimeSeconds: number
  grindIndex: number
  /** How far the grind may move the brew time; our choice, around what guides publish for the method. */
  brewTimeBand: readonly [shortestSeconds: number, longestSeconds: number]
}

const HOUR = 3600

/** SCA golden cup (55 g/l +-10 %, 93 +-3 C), and the ranges that several guides publish for each method. */
export const baseRecipes: Readonly<Record<MethodId, BaseRecipe>> = {
  espresso: recipe('espresso', 18, 36, 200, 28, [20, 40]),
  moka: recipe('moka', 18, 180, 205, 240, [180, 330]),
  aeropress: recipe('aeropress', 15, 225, 196, 120, [60, 240]),
  v60: recipe('v60', 15, 250, 201, 180, [135, 270]),
  kalita: recipe('kalita', 20, 320, 201, 195, [150, 285]),
  chemex: recipe('chemex', 30, 500, 203, 255, [195, 360]),
  drip: recipe('drip', 60, 1000, 200, 300, [180, 480]),
  clever: recipe('clever', 18, 300, 203, 195, [120, 270]),
  siphon: recipe('siphon', 20, 300, 200, 130, [90, 180]),
  french_press: recipe('french_press', 30, 500, 203, 270, [210, 480]),
  cold_brew: recipe('cold_brew', 80, 880, 68, 16 * HOUR, [12 * HOUR, 24 * HOUR]),
  turkish: recipe('turkish', 7, 70, 203, 180, [120, 240]),
}

function recipe(
  method: MethodId,
  doseGrams: number,
  waterGrams: number,
  waterTempF: number,
  brewTimeSeconds: number,
  brewTimeBand: BaseRecipe['brewTimeBand'],
): BaseRecipe {
  const ratio = waterGrams / doseGrams
  const grindIndex = methodById[method].grindIndex.target
  return { method, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, grindIndex, brewTimeBand }
}
