import { openDatabase } from '../../adapters/postgres/engine/client.ts'
import { counters } from '../../adapters/postgres/operations/counters.ts'
import { ask, type Generator, type Load } from '../load/load.ts'
import type { Server } from '../processes.ts'
import { type BenchRow, type Effort, mustBeAtLeast } from '../row.ts'
import { median } from '../statistics.ts'
import type { Samples, SeededWorld } from '../worlds.ts'
import { type SideQuestion, sideQuestions } from './questions.ts'

export interface Sides {
  service: Server
  bare: Server
  fastify: Server
}

/** In rounds. A service runs for days, so each side is measured after its code is compiled. */
const WARM_UP = 2

/**
 * The service against bare Bun and against Fastify, in turns, so that other load on the machine
 * affects all of them equally.
 */
export async function compareSides(
  sides: Sides,
  { url, uncountedUrl, samples }: SeededWorld,
  generator: Generator,
  effort: Effort,
): Promise<BenchRow[]> {
  const [bare, fastify]: BenchRow[][] = [[], []]
  for (const question of sideQuestions) {
    await refuseOtherBytes(sides, question, samples)
    const measured = await inTurns(sides, question, samples, generator, effort)
    const rate = (side: keyof Sides) => median(measured[side].map(({ rate }) => rate))
    const p99 = (side: keyof Sides) => median(measured[side].map(({ p99 }) => p99))
    const told = (side: keyof Sides) => `${Math.round(rate(side))}/s, p99 ${p99(side).toFixed(1)} ms`
    bare?.push({
      group: 'against bare Bun.serve',
      name: question.name,
      measured: `${told('service')}; bare ${told('bare')}`,
      ...mustBeAtLeast(rate('service') / rate('bare'), 0.7),
    })
    const ratio = mustBeAtLeast(rate('service') / rate('fastify'), atTwice.includes(question.name) ? 2 : 1.5)
    const isLower = p99('service') < p99('fastify')
    fastify?.push({
      group: 'against Fastify',
      name: question.name,
      measured: `${told('service')}; Fastify ${told('fastify')}`,
      ...ratio,
      bar: `${ratio.bar}, p99 lower`,
      passed: ratio.passed && isLower,
    })
  }
  for (const database of [url, uncountedUrl]) await refuseOtherCounts(database)
  return [...(bare ?? []), ...(fastify ?? [])]
}

async function inTurns(sides: Sides, question: SideQuestion, samples: Samples, generator: Generator, effort: Effort) {
  const names = Object.keys(sides) as (keyof Sides)[]
  const measured: Record<keyof Sides, Load[]> = { service: [], bare: [], fastify: [] }
  for (const name of names) await generator.load(sides[name].port, question.requests(samples), effort.seconds * WARM_UP)
  for (let round = 0; round < effort.rounds; round++)
    for (const name of names)
      measured[name].push(await generator.load(sides[name].port, question.requests(samples), effort.seconds))
  return measured
}

/** A side that answers differently is not measured. */
export async function refuseOtherBytes(sides: Sides, { name, requests, mask }: SideQuestion, samples: Samples) {
  for (const request of requests(samples).slice(0, 25)) {
    const [service, bare, fastify] = await Promise.all(
      [sides.service, sides.bare, sides.fastify].map(async ({ port }) => {
        const body = await ask(port, request)
        return mask ? body.replace(mask, '$1$2') : body
      }),
    )
    for (const [side, body] of Object.entries({ bare, fastify }))
      if (body !== service)
        throw new Error(`${name}: ${side} answers ${request.path} with\n${body}\nand the service with\n${service}`)
  }
}

/** Losing votes would make a side faster, so check the counts. */
async function refuseOtherCounts(url: string) {
  const { sql, close } = await openDatabase({ databaseUrl: url, dataDir: '' })
  for (const name of countedByVotes) {
    const counter = counters.find(one => one.name === name)
    if (!counter) throw new Error(`Nothing recounts "${name}".`)
    const [drift] = await counter.drift(sql)
    if (drift) throw new Error(`After the votes ${drift.what} has ${drift.stored}, not ${drift.counted}.`)
  }
  await close()
}

/**
 * The questions that must be answered at twice Fastify's rate; the others need one and a half
 * times.
 */
const atTwice = ['one recipe', 'list', 'search']

const countedByVotes = ['votes, ratings, brews, saves and comments of recipes', 'trend of coffees']
