import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { postgresPrograms } from '../tests/support/cluster.ts'
import { root } from './processes.ts'
import type { BenchRow, Effort } from './row.ts'
import { settings } from './worlds.ts'

/** The table as Markdown that also reads well in a terminal. */
export function markdownTable(rows: readonly BenchRow[]): string {
  const cells = [
    ['', 'what', 'figure', 'must be', 'measured'],
    ...rows.map(({ passed, group, name, figure, bar, measured }) => [
      passed ? 'pass' : 'MISS',
      `${group}: ${name}`,
      figure,
      bar,
      measured,
    ]),
  ]
  const widths = [0, 1, 2, 3, 4].map(column => Math.max(...cells.map(line => line[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = cells
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...body.map(line)].join('\n')
}

export async function results(rows: readonly BenchRow[], effort: Effort, minutes: number): Promise<string> {
  const missed = rows.filter(({ passed }) => !passed).length
  const count = (recipes: number) => recipes.toLocaleString('en')
  const [fastify, pg, zod] = await Promise.all(['fastify', 'pg', 'zod'].map(versionOf))
  const chosen = Object.entries(settings).map(([name, value]) => `\`${name} = ${value}\``)
  return `# Results of \`bun run bench\`

${new Date().toISOString().slice(0, 10)}, ${minutes.toFixed(1)} minutes. ${missed === 0 ? 'Every row passes.' : `${missed} of ${rows.length} rows are missed.`}

${markdownTable(rows)}

## How

- ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, for everything: load, server and database.
- Bun ${Bun.version}, Node ${(await said('node', '--version')).slice(1)}, ${await said(join(postgresPrograms() ?? '', 'postgres'), '--version')}; fsync off for all sides, ${chosen.join(', ')}.
- ${effort.rounds} rounds, sides in turns, medians; of the comparison by size the median of the ratios of the rounds, after each question was asked for as long as a round. ${count(effort.large)} recipes, ${count(effort.large / 10)} coffees and ${count(effort.large / 5)} people in the large world, ${count(effort.small)} recipes in the small one, where the sides are compared; the catalog knows a word for every 50 recipes.
- Load comes from a process of its own over 32 connections that stay open (impressions: 32 beside 8 that read); the comparison by size asks one thing at a time.
- Each side has ten connections to the database. The service runs as in production and logs a line a request; the others log nothing.
- Every side finds out who asks from the token and the account. Only the service checks limits; bare Bun checks no input.
- Fastify ${fastify} has the settings it is quickest with: \`plan_cache_mode = force_generic_plan\`, statements of pg ${pg} prepared by name, serializers compiled from schemas, zod ${zod} for input; grinders in plain columns for its joins. Its SQL is the obvious one, by words \`like\` over the text that we fold for ours, in a database with our indexes and none of its own. With one of trigrams, and a \`like\` for each word, it takes less than half as long in PostgreSQL: the service then answers 2.3 times as many coffees by text instead of 3.7, and 1.8 to 2.0 times as many searches instead of 2.6 (2026-11-16, by processor time).
- Bare Bun has our SQL and our triggers, which count a vote in its statement. Fastify has a copy of the database without them and counts by itself, in a transaction; afterwards the counters of both must be right.
- Before anything is measured, 25 replies to each question must be the same to the byte (of a logged brew, but for its id and instant).
`
}

async function versionOf(name: string): Promise<string> {
  const { version } = await Bun.file(join(root, 'node_modules', name, 'package.json')).json()
  return version
}

async function said(...command: string[]) {
  return (await new Response(Bun.spawn(command).stdout).text()).trim()
}
