/**
 * `bun bench/learning.ts [grinders] [seed]`: how far the curves of grinders are from true ones before
 * and after learning from 20 to 1,000 owners, of whom a fifth answer at random, or lie in the same
 * direction.
 */
import { shippedGrinders } from '../db/data/shipped.ts'
import { type Others, simulateCatalog, usualTasters } from './owners.ts'

const most = Number(process.argv[2] ?? 220)
const seed = Number(process.argv[3] ?? 1)

const all = shippedGrinders.list()
/** Spread over the catalog, so that a part of it stands for the whole. */
const grinders = all.filter(
  (_, at) => Math.floor(((at + 1) * most) / all.length) > Math.floor((at * most) / all.length),
)

const sizes = [20, 50, 200, 1000]
const runs: Record<string, { others: Others; tasters?: typeof usualTasters }> = {
  'answer at random': { others: 'answer at random' },
  'are honest, too': { others: 'are honest, too' },
  'lie by 4 points': { others: { lieBy: 4 } },
  'lie by 8 points': { others: { lieBy: 8 } },
  'lie by 8 points, the other way': { others: { lieBy: -8 } },
  'lie by 15 points': { others: { lieBy: 15 } },
  'answer at random; tastes differ more': { others: 'answer at random', tasters: { ...usualTasters, likes: 5 } },
}

console.log(
  `Of ${grinders.length} grinders: median error after learning, in index points; how many got worse, and the most\n`,
)
console.log(`| a fifth | before | ${sizes.join(' people | ')} people |\n|${'---|'.repeat(2 + sizes.length)}`)
for (const [name, { others, tasters }] of Object.entries(runs)) {
  const reports = sizes.map(people => simulateCatalog(grinders, people, others, seed, tasters))
  const cells = reports.map(
    ({ after, worse, worstBy }) => `${after.toFixed(1)}; ${worse}, ${Math.max(0, worstBy).toFixed(1)}`,
  )
  console.log(`| ${name} | ${reports[0]?.before.toFixed(1)} | ${cells.join(' | ')} |`)
}
