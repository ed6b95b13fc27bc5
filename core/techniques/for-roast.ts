import { baseOf } from '../adaptation/base.ts'
import { byRoast } from '../adaptation/rules.ts'
import type { Technique, Techniques } from '../adaptation/technique.ts'
import { baseOfTechnique } from '../adaptation/technique-base.ts'
import type { RoastLevel } from '../coffees/roast.ts'
import type { MethodId } from '../grind/methods.ts'
import type { GrinderCatalog } from '../grind/model.ts'

/** 5 °C. Our choice: a technique with hotter or cooler water was worked out for another roast. */
const NEAR_F = 9

/** A technique meant for one or two roasts comes before one that suits most. Two is our choice. */
const isForFew = ({ roasts }: Technique) => Number(roasts !== undefined && roasts.length <= 2)

interface AskedForRoast {
  roastLevel: RoastLevel
  methods: readonly MethodId[]
  most: number
  isAble?: (technique: Technique) => boolean
}

/**
 * The best techniques for a roast, one of each method before a second of any: those for few
 * roasts and this one, then any that suit it; of either the best liked, then the best known.
 */
export function bestForRoast(
  { roastLevel, methods, most, isAble = () => true }: AskedForRoast,
  { techniques, grinders }: { techniques: Techniques; grinders: GrinderCatalog },
  scoreOf: (slug: string) => number = () => 0,
): Technique[] {
  const isSuited = (technique: Technique) => {
    if (technique.roasts) return technique.roasts.includes(roastLevel)
    const { method, style, waterTempF, hotterByRoastF } = baseOfTechnique(technique, grinders)
    // It says itself how to brew each roast.
    if (hotterByRoastF) return true
    const usualF = baseOf(method, style).waterTempF + (byRoast({ method, roastLevel })?.tempShiftF ?? 0)
    return Math.abs(waterTempF - usualF) <= NEAR_F
  }
  const ofMethods = methods.map(method => {
    const all = techniques.list().filter(one => one.method === method && isAble(one))
    const suited = all.filter(isSuited)
    return (suited.length > 0 ? suited : all).toSorted(
      (one, other) => isForFew(other) - isForFew(one) || scoreOf(other.slug) - scoreOf(one.slug),
    )
  })
  const rounds = Array.from({ length: most }, (_, round) => ofMethods.flatMap(best => best[round] ?? []))
  return rounds.flat().slice(0, most)
}
