import type { Clock } from '../clock.ts'
import type { Grinders, StoredGrinder } from '../equipment/equipment.ts'
import { Fault } from '../errors.ts'
import { grinderOf } from '../grind/find.ts'
import type { MethodId } from '../grind/methods.ts'
import type { Grinder } from '../grind/model.ts'
import { fullName } from '../grind/name.ts'
import { type Lesson, lessonFor } from './learned-grinder.ts'
import type { ReadingsOfPerson } from './reading.ts'

/** A change of a curve that an admin approved. */
export interface CurveRevision {
  id: number
  slug: string
  people: number
  spread: number
  appliedAt: string
  appliedBy: string
  revertedAt: string | null
  revertedBy: string | null
  before: Grinder
  after: Grinder
}

export interface Learning {
  /**
   * What people found on these grinders, by grinder id, a list for each person. Unproven and closed
   * accounts, and those that were only used within a day, are left out.
   */
  readings: (grinders: readonly StoredGrinder[]) => Promise<ReadonlyMap<number, readonly ReadingsOfPerson[]>>
  /** The grinder with its published curve, whatever was learned since. */
  published: (grinder: StoredGrinder) => Promise<Grinder>
  /** How many recipes would get another index: those whose author had not calibrated. */
  recipesOn: (grinderId: number) => Promise<number>
  /**
   * The person's latest brew on a grinder that tasted just right, if they have said nothing of the
   * grinder since.
   */
  rightBrew: (userId: number, grinderId: number) => Promise<RightBrew | undefined>
  /** The id of the revision; undefined if the grinder has changed since it was looked at. */
  apply: (revision: NewRevision) => Promise<number | undefined>
  /** Newest first; of all grinders, or of one. */
  revisions: (grinderId?: number) => Promise<CurveRevision[]>
  /** Restores the record before. Undefined if something has changed the grinder since. */
  revert: (id: number, by: string, now: Date) => Promise<{ grinderId: number } | undefined>
}

export interface RightBrew {
  method: MethodId
  grindSetting: number
}

interface NewRevision {
  grinderId: number
  before: Grinder
  after: Grinder
  people: number
  spread: number
  by: string
  now: Date
}

interface LearningPorts {
  grinders: Grinders
  learning: Learning
  clock: Clock
}

export interface LearnedCurve {
  grinder: StoredGrinder
  published: Grinder
  lesson: Lesson
  recipes: number
}

/** What owners teach about these grinders, or about all that anybody has said something of. */
export async function lessons(slugs: readonly string[], ports: LearningPorts): Promise<LearnedCurve[]> {
  const { grinders, learning } = ports
  const asked = slugs.length > 0 ? slugs.map(slug => grinderOf(grinders, slug)) : grinders.list()
  const readings = await learning.readings(asked)
  const curves: LearnedCurve[] = []
  for (const grinder of asked) {
    const people = readings.get(grinder.id) ?? []
    if (people.length === 0 && slugs.length === 0) continue
    const published = await learning.published(grinder)
    const lesson = lessonFor(published, people)
    const isMoved = lesson.grinder !== undefined && referencesIn(grinder) !== referencesIn(lesson.grinder)
    curves.push({ grinder, published, lesson, recipes: isMoved ? await learning.recipesOn(grinder.id) : 0 })
  }
  return curves
}

/** Learns one curve: its id as a revision, or undefined if there is nothing to learn. */
export async function applyLesson({ grinder, lesson }: LearnedCurve, { learning, clock }: LearningPorts, by: string) {
  const { id, ...before } = grinder
  if (!lesson.grinder || curveIn(before) === curveIn(lesson.grinder)) return
  const { people, spread } = lesson
  const revision = { grinderId: id, before, after: lesson.grinder, people, spread, by, now: clock() }
  const applied = await learning.apply(revision)
  if (applied === undefined)
    throw new Fault('invalid', `The ${fullName(grinder)} has just been changed by someone else; look again.`)
  return applied
}

const curveIn = (grinder: Grinder) => {
  const { uncertainty, learned } = grinder
  return JSON.stringify([referencesIn(grinder), uncertainty, learned?.people, learned?.agree])
}

const referencesIn = ({ references }: Grinder) =>
  JSON.stringify(references.map(({ grindIndex, setting }) => [grindIndex, setting]))

export async function revertRevision(id: number, { learning, clock }: LearningPorts, by: string) {
  const revision = (await learning.revisions()).find(one => one.id === id)
  if (!revision) throw new Fault('not-found', `There is no revision ${id}; "dialin grinders revisions" lists them.`)
  const { after, revertedAt } = revision
  if (revertedAt !== null) throw new Fault('invalid', `Revision ${id} was reverted on ${revertedAt.slice(0, 10)}.`)
  const reverted = await learning.revert(id, by, clock())
  if (!reverted)
    throw new Fault(
      'invalid',
      `The ${fullName(after)} has been changed since revision ${id}; revert the later revision first, or import the grinder.`,
    )
  return { ...reverted, slug: revision.slug }
}
