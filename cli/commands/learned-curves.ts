import { Fault } from '../../core/errors.ts'
import { usualMethod } from '../../core/grind/chart.ts'
import { grinderOf } from '../../core/grind/find.ts'
import { methodById } from '../../core/grind/methods.ts'
import type { Grinder } from '../../core/grind/model.ts'
import { rangeLabelOf } from '../../core/grind/notation.ts'
import { positionOn, reaches } from '../../core/grind/position.ts'
import { rangeAround } from '../../core/grind/range.ts'
import { shiftInWords } from '../../core/grind/shift.ts'
import { LEAST_PEOPLE } from '../../core/learning/learned-grinder.ts'
import {
  applyLesson,
  type CurveRevision,
  type LearnedCurve,
  lessons,
  revertRevision,
} from '../../core/learning/learning.ts'
import { dim, green, inThousands, print, printJson, table } from '../print.ts'
import { whoActs } from '../who-acts.ts'
import { actThen, readPorts, readWorld } from '../world.ts'

interface LearnOptions {
  apply?: boolean
  dryRun?: boolean
  json?: boolean
}

export async function learn(slugs: string[], { apply, dryRun, json }: LearnOptions) {
  if (apply && dryRun) throw new Fault('invalid', '--apply and --dry-run contradict each other; give only one.')
  // Not in one transaction: on the embedded engine, everybody else would wait for its end.
  const curves = await readWorld(({ ports }) => lessons(slugs, ports))
  const revisions = apply ? await applyAll(curves) : []
  if (json) return printJson({ curves: curves.map(summaryOf), revisions })
  if (curves.length === 0) return print('No feedback from users who count yet.')
  for (const curve of curves) printCurve(curve)
  if (!apply) return print(dim('Nothing was changed; --apply uses the learned curves from now on.'))
  for (const { slug, id, recipes } of revisions)
    print(green(`${slug}: revision ${id}; ${inThousands(recipes)} ${recipes === 1 ? 'recipe' : 'recipes'} updated.`))
  print(
    dim(
      revisions.length === 0
        ? 'There is nothing to apply.'
        : 'A running service picks it up within a minute; "dialin grinders revert ID" undoes it.',
    ),
  )
}

/** A transaction and a line in the audit log for each curve; recipes follow in many small ones. */
async function applyAll(curves: readonly LearnedCurve[]) {
  const applied: { slug: string; id: number; recipes: number }[] = []
  for (const curve of curves) {
    const { slug, id: grinderId } = curve.grinder
    const done = await actThen(
      'grinders learn',
      async ports => {
        const id = await applyLesson(curve, ports, whoActs())
        const { people, shift, stretch } = curve.lesson
        const on = id === undefined ? undefined : { kind: 'grinders' as const, id: grinderId }
        return { done: id, on, details: { grinder: slug, revision: id ?? 0, people, shift, stretch } }
      },
      async (world, id) => {
        if (id === undefined) return
        await world.refresh()
        // A running service may move some of them first.
        await world.followCurves()
        return { slug, id, recipes: curve.recipes }
      },
    )
    if (done) applied.push(done)
  }
  return applied
}

const summaryOf = ({ grinder, lesson: { grinder: learned, ...lesson }, published, recipes }: LearnedCurve) => ({
  slug: grinder.slug,
  ...lesson,
  publishedUncertainty: published.uncertainty,
  published: published.references,
  learned: learned?.references ?? null,
  recipes,
})

function printCurve({ grinder, published, lesson, recipes }: LearnedCurve) {
  const { people, agree, spread, shift, stretch, uncertainty, grinder: learned } = lesson
  const name = `${grinder.brand} ${grinder.model} (${grinder.slug})`
  if (!learned) {
    print(`${name}: ${people} of at least ${LEAST_PEOPLE} people, too few to learn from.`)
    return
  }
  print(`${name}: ${people} people, ${spread} index points apart`)
  const { id, name: drink, grindIndex } = { ...methodById[usualMethod(published)] }
  const moved = positionOn(learned, grindIndex.target).setting - positionOn(published, grindIndex.target).setting
  const rows: [string, string][] = [
    ['published', `${settingIn(published, id)} for a ${drink}, +-${published.uncertainty} points`],
    ['learned', `${settingIn(learned, id)} for a ${drink}, +-${uncertainty} points`],
    [
      'change',
      `${signed(shift)} points, stretch ${stretch.toFixed(2)}; ${shiftInWords(published, moved) ?? 'less than a step'}`,
    ],
    ['agree', `${agree} of ${people} within the new range`],
    ['settings', movesIn(published, learned)],
    ['recipes', `${inThousands(recipes)} would follow`],
  ]
  for (const [label, text] of rows) print(`  ${dim(label.padEnd(10))} ${text}`)
}

/** For example "Espresso 40 to 36, V60 84 to 79 clicks". */
function movesIn(published: Grinder, learned: Grinder) {
  const moves = (['espresso', 'v60', 'french_press'] as const).flatMap(id => {
    const { name, grindIndex } = methodById[id]
    if (!reaches(published, grindIndex.target)) return []
    const [from, to] = [published, learned].map(one => positionOn(one, grindIndex.target).label)
    return [from === to ? `${name} stays at ${from}` : `${name} ${from} to ${to}`]
  })
  return moves.join(', ')
}

function settingIn(grinder: Grinder, method: keyof typeof methodById) {
  const { target } = methodById[method].grindIndex
  return `${positionOn(grinder, target).label} (${rangeLabelOf(grinder, rangeAround(grinder, target, grinder.uncertainty))})`
}

const signed = (points: number) => `${points > 0 ? '+' : ''}${points}`

export async function revisions(slug: string | undefined, { json }: { json?: boolean }) {
  const found = await readPorts(({ learning, grinders }) =>
    learning.revisions(slug === undefined ? undefined : grinderOf(grinders, slug).id),
  )
  if (json) return printJson(found)
  if (found.length === 0) return print('No curve has been learned yet.')
  print(
    table<CurveRevision>(
      [
        { heading: 'id', of: ({ id }) => String(id), align: 'right' },
        { heading: 'grinder', of: ({ slug }) => slug },
        { heading: 'people', of: ({ people }) => String(people), align: 'right' },
        { heading: 'range', of: ({ before, after }) => `+-${before.uncertainty} to +-${after.uncertainty}` },
        { heading: 'applied', of: ({ appliedAt, appliedBy }) => `${appliedAt.slice(0, 10)} by ${appliedBy}` },
        {
          heading: 'reverted',
          of: ({ revertedAt, revertedBy }) => (revertedAt ? `${revertedAt.slice(0, 10)} by ${revertedBy}` : ''),
        },
      ],
      found,
    ),
  )
}

export async function revert(id: number, { json }: { json?: boolean }) {
  const done = await actThen(
    'grinders revert',
    async ports => {
      const { grinderId, slug } = await revertRevision(id, ports, whoActs())
      return {
        done: { slug, grinderId },
        on: { kind: 'grinders' as const, id: grinderId },
        details: { grinder: slug, revision: id },
      }
    },
    async (world, { slug, grinderId }) => {
      await world.refresh()
      await world.followCurves()
      return { slug, revision: id, recipes: await world.ports.learning.recipesOn(grinderId) }
    },
  )
  if (json) return printJson(done)
  print(
    green(
      `${done.slug} has the curve from before revision ${id}; ${inThousands(done.recipes)} ${done.recipes === 1 ? 'recipe' : 'recipes'} updated.`,
    ),
  )
  print(dim('A running service picks it up within a minute.'))
}
