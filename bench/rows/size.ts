import { ask } from '../load/load.ts'
import { type Server, startService } from '../processes.ts'
import { atMost, type Effort, type Row } from '../row.ts'
import { quantile } from '../statistics.ts'
import type { SeededWorld } from '../worlds.ts'
import { sizeQuestions } from './size-questions.ts'

const MOST = 1.5
const WARM_UP = 15
/** A question that is slow is asked less often. */
const MOST_SECONDS = 6

/** The service over few recipes and over many, one request at a time, in turns. */
export async function compareSizes(few: SeededWorld, many: SeededWorld, effort: Effort): Promise<Row[]> {
  const services = { few: await startService(few.url), many: await startService(many.url) }
  try {
    const rows: Row[] = []
    for (const name of Object.keys(sizeQuestions)) {
      const times = await timesOf(name, { few, many }, services, effort.samples)
      const [median, p95] = [0.5, 0.95].map(share => quantile(times.many, share) / quantile(times.few, share)) as [
        number,
        number,
      ]
      const told = (of: readonly number[]) => `${quantile(of, 0.5).toFixed(1)} / ${quantile(of, 0.95).toFixed(1)} ms`
      const worse = atMost(Math.max(median, p95), MOST)
      rows.push({
        group: `${effort.large.toLocaleString('en')} recipes against ${effort.small.toLocaleString('en')}`,
        name,
        measured: `median / p95 ${told(times.many)}; few ${told(times.few)}`,
        ...worse,
        figure: `${median.toFixed(2)} / ${p95.toFixed(2)}`,
      })
    }
    return rows
  } finally {
    await Promise.all([services.few.stop(), services.many.stop()])
  }
}

async function timesOf(
  name: string,
  worlds: Record<'few' | 'many', SeededWorld>,
  services: Record<'few' | 'many', Server>,
  samples: number,
) {
  const times = { few: [] as number[], many: [] as number[] }
  const question = sizeQuestions[name]
  const end = performance.now() + MOST_SECONDS * 1000
  for (let round = 0; question && round < WARM_UP + samples && performance.now() < end; round++)
    for (const side of ['few', 'many'] as const) {
      const request = question(worlds[side].samples)
      const started = performance.now()
      await ask(services[side].port, request)
      if (round >= WARM_UP) times[side].push(performance.now() - started)
    }
  return times
}
