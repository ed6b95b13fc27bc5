import type { MethodId } from '../grind/methods.ts'

/** Where every recipe by rule begins. */
export interface BaseRecipe {
  method: MethodId
  doseGrams: number
  waterGrams: number
  /** Water to coffee by weight: 16.7 is 1:16.7. */
  ratio: number
  waterTempF: number
  brewTimeSeconds: number
  grindIndex: number
  /** How far the grind may move the brew time; our choice, around what guides publish for the method. */
  brewTimeBand: readonly [shortestSeconds: number, longestSeconds: number]
}

const HOUR = 3600

/** SCA golden cup (55 g/l +-10 %, 93 +-3 C), and the ranges that several guides publish for each method. */
export const baseRecipes: Readonly<Record<MethodId, BaseRecipe>> = {
  espresso: recipe('espresso', 18, 36, 200, 28, 9, [20, 40]),
  moka: recipe('moka', 18, 180, 205, 240, 22, [180, 330]),
  aeropress: recipe('aeropress', 15, 225, 196, 120, 28, [60, 240]),
  v60: recipe('v60', 15, 250, 201, 180, 41, [135, 270]),
  kalita: recipe('kalita', 20, 320, 201, 195, 43, [150, 285]),
  chemex: recipe('chemex', 30, 500, 203, 255, 50, [195, 360]),
  drip: recipe('drip', 60, 1000, 200, 300, 42, [180, 480]),
  clever: recipe('clever', 18, 300, 203, 195, 46, [120, 270]),
  siphon: recipe('siphon', 20, 300, 200, 130, 41, [90, 180]),
  french_press: recipe('french_press', 30, 500, 203, 270, 60, [210, 480]),
  cold_brew: recipe('cold_brew', 80, 880, 68, 16 * HOUR, 74, [12 * HOUR, 24 * HOUR]),
  turkish: recipe('turkish', 7, 70, 203, 180, 0, [120, 240]),
}

function recipe(
  method: MethodId,
  doseGrams: number,
  waterGrams: number,
  waterTempF: number,
  brewTimeSeconds: number,
  grindIndex: number,
  brewTimeBand: BaseRecipe['brewTimeBand'],
): BaseRecipe {
  const ratio = waterGrams / doseGrams
  return { method, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, grindIndex, brewTimeBand }
}
