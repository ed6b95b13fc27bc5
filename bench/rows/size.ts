import { ask } from '../load/load.ts'
import { startService } from '../processes.ts'
import { atMost, type Effort, type Row } from '../row.ts'
import { median, quantile } from '../statistics.ts'
import type { SeededWorld } from '../worlds.ts'
import { sizeQuestions } from './size-questions.ts'

const MOST = 1.5
const WARM_UP = 15
/** Of each round: a question that is slow is asked less often. */
const MOST_MS = 800

type Size = 'few' | 'many'

/** The service over few recipes and over many, one request at a time, in turns. */
export async function compareSizes(few: SeededWorld, many: SeededWorld, effort: Effort): Promise<Row[]> {
  const services = { few: await startService(few.url), many: await startService(many.url) }
  // Both are asked for the same styles, as often as recipes of the small one have them: drawn apart from recipes, half of them
  // would be such as nobody brews (espresso, coarse), and found sooner where even the odd ones are not there.
  const samples = { few: few.samples, many: { ...many.samples, styles: few.samples.styles } }
  const counts = [effort.large, effort.small].map(recipes => recipes.toLocaleString('en'))
  try {
    const rows: Row[] = []
    for (const [name, question] of Object.entries(sizeQuestions)) {
      const askOnce = async (size: Size) => {
        const request = question(samples[size])
        const started = performance.now()
        await ask(services[size].port, request)
        return performance.now() - started
      }
      for (let time = 0; time < WARM_UP; time++) for (const size of ['few', 'many'] as const) await askOnce(size)
      const measured = { few: [] as Times[], many: [] as Times[] }
      for (let round = 0; round < effort.rounds; round++) {
        const times = await inTurns(askOnce, effort.samples)
        for (const size of ['few', 'many'] as const) measured[size].push(times[size])
      }
      rows.push({ group: `${counts[0]} recipes against ${counts[1]}`, name, ...compared(measured) })
    }
    return rows
  } finally {
    await Promise.all([services.few.stop(), services.many.stop()])
  }
}

type Times = number[]

async function inTurns(askOnce: (size: Size) => Promise<number>, samples: number): Promise<Record<Size, Times>> {
  const times: Record<Size, Times> = { few: [], many: [] }
  const end = performance.now() + MOST_MS
  for (let time = 0; time < samples && performance.now() < end; time++)
    for (const size of ['few', 'many'] as const) times[size].push(await askOnce(size))
  return times
}

/** The median of the rounds, of the median and of p95: what disturbs one round does not count. */
function compared(measured: Record<Size, Times[]>) {
  const of = (size: Size, share: number) => median(measured[size].map(times => quantile(times, share)))
  const [middle, p95] = [0.5, 0.95].map(share => of('many', share) / of('few', share)) as [number, number]
  const told = (size: Size) => `${of(size, 0.5).toFixed(1)} / ${of(size, 0.95).toFixed(1)} ms`
  return {
    measured: `median / p95 ${told('many')}; few ${told('few')}`,
    ...atMost(Math.max(middle, p95), MOST),
    figure: `${middle.toFixed(2)} / ${p95.toFixed(2)}`,
  }
}
