/**
 * `bun bench/coach.ts [drinkers] [seed]`: how many brews it takes until a cup is within two index
 * points and 4 % of the ratio of its drinker's best, on four grinders and under several
 * assumptions, with fixed steps, with plain steps and with the coach. Then how soon the coach tells
 * drinkers whose cup is off for another reason.
 */
import { nextStep } from '../core/brews/next-step.ts'
import type { Grinder } from '../core/grind/model.ts'
import { shippedGrinders } from '../db/data/shipped.ts'
import { dials, type Setting, simulate, troubles, worlds } from './drinkers.ts'
import { fixedStep } from './fixed-steps.ts'
import { ignoredCauses, otherCauses, simulateCause } from './other-causes.ts'
import { plainStep } from './plain-steps.ts'

const drinkers = Number(process.argv[2] ?? 1000)
const seed = Number(process.argv[3] ?? 1)

const rules: Record<string, Pick<Setting, 'advice' | 'changes'>> = {
  'fixed steps': { advice: fixedStep, changes: 'one' },
  'plain steps': { advice: plainStep, changes: 'one' },
  'the coach, one change': { advice: nextStep, changes: 'one' },
  'the coach': { advice: nextStep, changes: 'both' },
}

console.log(`Brews until close, of ${drinkers} drinkers: median, 90th percentile, lost in 30`)
for (const [name, world] of Object.entries(worlds)) {
  const columns = ['grinder', 'drinkers', ...Object.keys(rules)]
  console.log(`\nDrinkers who ${name}:\n\n| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`)
  for (const slug of dials) {
    const grinder = shippedGrinders.bySlug(slug) as Grinder
    for (const [taste, trouble] of Object.entries(troubles)) {
      const cells = Object.values(rules).map(rule => {
        const { median, ninetieth, lost } = simulate({ ...rule, grinder, world, trouble }, drinkers, seed)
        return `${median}, ${ninetieth > 30 ? 'never' : ninetieth}, ${lost}`
      })
      console.log(`| ${grinder.brand} ${grinder.model} | ${taste} | ${cells.join(' | ')} |`)
    }
  }
}

console.log('\nCups that are off for another reason: told by which cup at the latest, points from the start at most')
const causes = { ...otherCauses, ...ignoredCauses }
console.log(`\n| grinder | ${Object.keys(causes).join(' | ')} |\n|${'---|'.repeat(1 + Object.keys(causes).length)}`)
for (const slug of dials) {
  const grinder = shippedGrinders.bySlug(slug) as Grinder
  const cells = Object.values(causes).map(cause => {
    const { toldBy, furthest } = simulateCause(cause, nextStep, grinder, drinkers, seed)
    return `${toldBy}, ${furthest.toFixed(1)}`
  })
  console.log(`| ${grinder.brand} ${grinder.model} | ${cells.join(' | ')} |`)
}
