/**
 * `bun bench/coach.ts [drinkers] [seed]`: how many brews it takes until a cup is within two index points and 4 % of the
 * ratio of its drinker's best, by fixed steps and by the coach, on four dials and in several worlds.
 */
import { nextStep } from '../core/brews/next-step.ts'
import type { Grinder } from '../core/grind/model.ts'
import { shippedGrinders } from '../db/data/shipped.ts'
import { type Advice, dials, simulate, troubles, worlds } from './drinkers.ts'
import { fixedStep } from './fixed-steps.ts'

const drinkers = Number(process.argv[2] ?? 1000)
const seed = Number(process.argv[3] ?? 1)

console.log(`Brews until close, of ${drinkers} drinkers: median, 90th percentile, lost in 30`)
for (const [name, world] of Object.entries(worlds)) {
  console.log(`\nDrinkers who ${name}:\n\n| grinder | drinkers | fixed steps | the coach |\n|---|---|---|---|`)
  for (const slug of dials) {
    const grinder = shippedGrinders.bySlug(slug) as Grinder
    for (const [taste, trouble] of Object.entries(troubles)) {
      const [fixed, coach] = [fixedStep, nextStep].map((advice: Advice) => {
        const { median, ninetieth, lost } = simulate({ advice, grinder, world, trouble }, drinkers, seed)
        return `${median}, ${ninetieth > 30 ? 'never' : ninetieth}, ${lost}`
      })
      console.log(`| ${grinder.brand} ${grinder.model} | ${taste} | ${fixed} | ${coach} |`)
    }
  }
}
