/**
 * `bun bench/coach.ts [drinkers]`: how many brews it takes until a cup is within two index points and 4 % of the ratio
 * of its drinker's best, by fixed steps and by the coach, on four dials.
 */
import { nextStep } from '../core/brews/next-step.ts'
import type { Grinder } from '../core/grind/model.ts'
import { shippedGrinders } from '../db/data/shipped.ts'
import { simulate, type Trouble } from './drinkers.ts'
import { fixedStep } from './fixed-steps.ts'

const drinkers = Number(process.argv[2] ?? 1000)
const dials = ['comandante-c40-mk4', 'baratza-encore', 'niche-zero', 'mahlkonig-ek43-s']
const troubles: Record<string, Trouble> = {
  'steady taste': { driftPoints: 0, wrongTaps: 0 },
  'drifts by 2 points': { driftPoints: 2, wrongTaps: 0 },
  'one tap in ten wrong': { driftPoints: 0, wrongTaps: 0.1 },
  both: { driftPoints: 2, wrongTaps: 0.1 },
}

console.log(`Brews until close, of ${drinkers} drinkers: median, 90th percentile, lost in 30\n`)
console.log('| grinder | drinkers | fixed steps | the coach |\n|---|---|---|---|')
for (const slug of dials) {
  const grinder = shippedGrinders.bySlug(slug) as Grinder
  for (const [name, trouble] of Object.entries(troubles)) {
    const [fixed, coach] = [fixedStep, nextStep].map(advice => {
      const { median, ninetieth, lost } = simulate(advice, grinder, trouble, drinkers, 1)
      return `${median}, ${ninetieth > 30 ? 'never' : ninetieth}, ${lost}`
    })
    console.log(`| ${grinder.brand} ${grinder.model} | ${name} | ${fixed} | ${coach} |`)
  }
}
