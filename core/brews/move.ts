import { capital } from '../names.ts'
import type { Belief, LeverName, Taste } from './belief.ts'
import { type CupsOfBag, lastOf } from './brewed-cup.ts'
import { type Lever, type LeverStep, stepOn } from './coach.ts'
import { type Complaint, complaintOn } from './complaint.ts'
import { leverPlace, otherThan } from './cup.ts'
import type { ReasonedChange } from './model.ts'

/** One lever moved: the change, what earlier cups say for it, and how likely the next cup is right. */
export interface Move extends Omit<ReasonedChange, 'reason' | 'between'> {
  because?: string
  chance: number
}

/** A step, and how likely the next cup is right, if known. */
export interface Weighed extends ReasonedChange {
  chance?: number
}

/** A step that changes no logged figure: something to do, to repeat, to doubt or to know. */
export const isWithoutFigure = ({ change }: ReasonedChange) =>
  ['preparation', 'repeat', 'doubt', 'none'].includes(change)

export const withoutChance = <Step extends { chance?: number }>({ chance: _, ...step }: Step) => step

/** In points: if the beans are stale, no lever moves further from the first cup of the bag. Our choice. */
export const WITH_STALE_BEANS = 4

export type Wrong = NonNullable<Complaint>

/** The settings of a lever, and how to name them. */
interface NamedLever extends Lever {
  name: LeverName
  heatIsUntried: boolean
  direction: NonNullable<ReasonedChange['direction']>
  /** For a value, which may lie between two settings. */
  labelAt: (place: number) => string
}

/** Where to set a lever after a complaint, or why it cannot be moved. */
export function moveAlong(
  lever: NamedLever,
  bag: CupsOfBag,
  wrong: Wrong,
  belief: Belief,
): (Pick<Move, 'chance' | 'because' | 'direction'> & { to: number }) | 'at-the-end' | 'nothing-between' {
  const { name, direction, placeOf } = lever
  const step = stepOn(lever, tastedIn(bag, name, wrong), belief(name), lever.heatIsUntried)
  if (typeof step === 'string') return step
  const { to } = step
  const chance = belief(name, leverPlace(otherThan(name), lastOf(bag)))(placeOf(to))
  return { to, chance, direction, ...reasonFor(bag, wrong, lever, step) }
}

/** The cups that say something about a lever. The last one always does, directly or through the other lever. */
const tastedIn = (bag: CupsOfBag, lever: LeverName, wrong: Wrong): Taste[] =>
  bag.flatMap((cup, n) => {
    const at = leverPlace(lever, cup)
    const said = n === bag.length - 1 ? wrong : complaintOn(lever, cup)
    return at === undefined || said === undefined ? [] : [{ at, said: said?.said ?? 0 }]
  })

/** What earlier cups say for a step, if anything. */
function reasonFor(bag: CupsOfBag, wrong: Wrong, lever: NamedLever, step: LeverStep): Pick<Move, 'because'> {
  const { setting, placeOf, labelAt, direction } = lever
  const said = bag.map(cup => complaintOn(lever.name, cup))
  const other = said.findLast(earlier => earlier && earlier.said !== wrong.said)?.word
  if (other && step.between !== undefined) {
    const both = `${capital(other)} at ${labelAt(step.between)}, ${wrong.word} at ${labelAt(placeOf(setting))}`
    return { because: `${both}: go between the two` }
  }
  if (other) return { because: `${capital(wrong.word)} now, ${other} before: go a step ${direction}` }
  if (step.times === 1) return {}
  const often = step.times === 2 ? 'twice' : `${step.times} times`
  const alike = said.filter(earlier => earlier?.said === wrong.said)
  const words = [...new Set(alike.slice(-step.times).map(earlier => earlier?.word))].sort().join(' or ')
  // On the ratio, a step that differs by a tenth of a gram does not count as a bigger one.
  const longer = lever.name === 'ratio' ? `${direction} again` : `${direction} by a bigger step`
  const way = { longer, shorter: `a little ${direction} still`, first: direction }
  return { because: `${capital(words)} ${often}: go ${way[step.again ?? 'first']}` }
}
