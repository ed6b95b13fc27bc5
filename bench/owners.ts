import { curveThrough } from '../core/grind/curve.ts'
import { dialOf } from '../core/grind/dial.ts'
import { type MethodId, methodById } from '../core/grind/methods.ts'
import type { Grinder } from '../core/grind/model.ts'
import { lessonFor } from '../core/learning/learned-grinder.ts'
import type { GrindReading, ReadingsOfPerson } from '../core/learning/reading.ts'
import { chances } from './drinkers.ts'
import { median } from './statistics.ts'

type Randomness = ReturnType<typeof chances>

/** What the people beside the honest ones do: one in five. */
export type Others = 'answer at random' | { lieBy: number } | 'are honest, too'

/** How people taste, in points on the grind index; for espresso half of it. Nobody knows. */
export interface Tasters {
  /** How far what people like is from the target of a recipe, as a standard deviation. */
  likes: number
  /** How far one reading is from what the person likes. */
  noise: number
  /** How far the true curves are bent, as a share of how far they are shifted. */
  bend: number
}

export const usualTasters: Tasters = { likes: 3.5, noise: 2, bend: 0.1 }

export interface Learned {
  /** Mean distance from the true curve, over what people brew. */
  before: number
  after: number
  uncertainty: number
  agree: number
}

/** What people brew, and how many of ten. */
const brewed: readonly (readonly [MethodId, number])[] = [
  ['espresso', 3],
  ['moka', 0.5],
  ['aeropress', 1.5],
  ['v60', 3],
  ['chemex', 0.5],
  ['french_press', 1],
  ['cold_brew', 0.5],
]

/**
 * One grinder whose true curve is shifted, stretched and bent away from the published one, and what
 * is learned from its owners.
 */
export function simulateOwners(
  published: Grinder,
  people: number,
  others: Others,
  { next: random, normal }: Randomness,
  tasters = usualTasters,
): Learned {
  // Scaled so that the published curves are 5.5 points off in the median, as measured.
  const scale = 1.03 * published.uncertainty
  const [shift, stretch, bend] = [scale * normal(), (scale * normal()) / 60, tasters.bend * scale * normal()]
  /** How much higher the true index is, at an index by the published curve. */
  const offBy = (at: number) => shift + stretch * (at - 40) + bend * Math.sin(at / 12)
  const { indexAt, settingAt } = curveThrough(published.references)
  const dial = dialOf(published)
  /** The setting whose true index this is; undefined if the dial ends before. */
  const exactFor = (trueIndex: number) => {
    let at = trueIndex
    for (let round = 0; round < 8; round++) at += 0.9 * (trueIndex - at - offBy(at))
    const setting = settingAt(at)
    return dial.reaches(setting) ? setting : undefined
  }
  const methods = brewed.filter(([id]) => exactFor(methodById[id].grindIndex.target) !== undefined)
  const pickMethod = () => {
    let left = random() * methods.reduce((sum, [, share]) => sum + share, 0)
    for (const [id, share] of methods) {
      left -= share
      if (left < 0) return id
    }
    return 'v60'
  }
  const anyone = (at: number): ReadingsOfPerson => {
    const isOther = at % 5 === 0
    const likes = tasters.likes * normal()
    const usual = pickMethod()
    return Array.from({ length: 1 + Math.floor(5 * random()) }, (): GrindReading[] => {
      const method = random() < 0.8 ? usual : pickMethod()
      const { target } = methodById[method].grindIndex
      const points = method === 'espresso' ? 0.5 : 1
      const reading = (setting: number | undefined): GrindReading[] =>
        setting === undefined ? [] : [{ setting: dial.nearest(setting), grindIndex: target, feedback: 'JUST_RIGHT' }]
      if (isOther && others === 'answer at random') return reading(dial.min + random() * (dial.max - dial.min))
      const lie = isOther && typeof others === 'object' ? others.lieBy : 0
      return reading(exactFor(target + points * (likes + tasters.noise * normal()) - lie))
    }).flat()
  }
  const { grinder, uncertainty, agree } = lessonFor(
    published,
    Array.from({ length: people }, (_, at) => anyone(at)),
  )
  const learned = curveThrough((grinder ?? published).references)
  const off = (curve: typeof learned) =>
    weightedMean(
      methods.map(([id, share]) => {
        const at = indexAt(exactFor(methodById[id].grindIndex.target) as number)
        return [Math.abs(curve.indexAt(settingAt(at)) - at - offBy(at)), share] as const
      }),
    )
  return { before: off(curveThrough(published.references)), after: off(learned), uncertainty, agree: agree / people }
}

export interface OwnersReport {
  before: number
  after: number
  /** How many grinders it is worse for, by more than a tenth of a point, and by how much at most. */
  worse: number
  worstBy: number
  uncertainty: number
  agree: number
}

export function simulateCatalog(
  grinders: readonly Grinder[],
  people: number,
  others: Others,
  seed: number,
  tasters = usualTasters,
): OwnersReport {
  const all = grinders.map((grinder, at) => simulateOwners(grinder, people, others, chances(1009 * seed + at), tasters))
  const worseBy = all.map(({ before, after }) => after - before)
  return {
    before: median(all.map(({ before }) => before)),
    after: median(all.map(({ after }) => after)),
    worse: worseBy.filter(by => by > 0.1).length,
    worstBy: Math.max(...worseBy),
    uncertainty: median(all.map(({ uncertainty }) => uncertainty)),
    agree: median(all.map(({ agree }) => agree)),
  }
}

function weightedMean(values: readonly (readonly [value: number, weight: number])[]) {
  const total = values.reduce((sum, [, weight]) => sum + weight, 0)
  return values.reduce((sum, [value, weight]) => sum + value * weight, 0) / total
}
