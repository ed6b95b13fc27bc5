import { ask, type CheckedRequest, type Generator } from '../load/load.ts'
import type { Server } from '../processes.ts'
import { type BenchRow, type Effort, mustBeAtMost } from '../row.ts'
import { median } from '../statistics.ts'
import type { SeededWorld } from '../worlds.ts'
import { anyAddress } from './questions.ts'

const READERS = 8
const VISITORS = 20_000

/** Widgets shown all over the web at once, while other people read. */
export async function impressionsBesideReads(
  service: Server,
  { sql, samples }: SeededWorld,
  [reading, showing]: readonly [Generator, Generator],
  { rounds, seconds }: Effort,
): Promise<BenchRow[]> {
  const reads: CheckedRequest[] = samples.recipes.map(({ id }) => ({
    method: 'GET',
    path: `/api/recipes/${id}`,
    status: 200,
  }))
  const shown = await impressions(service, samples.recipes[0]?.id ?? 1)
  const count = async () => {
    const [row] = await sql<{ events: number }[]>`
      select coalesce(sum(events), 0) as events
      from event_days
      where kind = 'IMPRESSION'`
    return row?.events ?? 0
  }
  await reading.load(service.port, reads, seconds, READERS)
  const p95 = { idle: [] as number[], busy: [] as number[] }
  const before = await count()
  let sent = 0
  let rate = 0
  for (let round = 0; round < rounds; round++) {
    p95.idle.push((await reading.load(service.port, reads, seconds, READERS)).p95)
    const [beside, load] = await Promise.all([
      reading.load(service.port, reads, seconds, READERS),
      showing.load(service.port, shown, seconds),
    ])
    p95.busy.push(beside.p95)
    sent += load.done
    rate = Math.max(rate, load.rate)
  }
  const counted = (await count()) - before
  const group = 'impressions at full rate'
  const [idle, busy] = [median(p95.idle), median(p95.busy)]
  return [
    {
      group,
      name: 'counted exactly',
      measured: `${sent.toLocaleString('en')} shown, up to ${Math.round(rate)}/s; ${counted.toLocaleString('en')} counted`,
      figure: String(counted - sent),
      bar: '= 0',
      passed: counted === sent,
    },
    {
      group,
      name: "reads' p95",
      measured: `${busy.toFixed(1)} ms beside impressions; ${idle.toFixed(1)} ms without`,
      ...mustBeAtMost(busy / idle, 2),
    },
  ]
}

async function impressions({ port }: Server, recipeId: number): Promise<CheckedRequest[]> {
  const { shareUrl } = JSON.parse(
    await ask(port, { method: 'POST', path: `/api/recipes/${recipeId}/share`, body: '{}', status: 200 }),
  ) as { shareUrl: string }
  const body = JSON.stringify({ shareId: shareUrl.split('/').at(-1) })
  return Array.from({ length: VISITORS }, () => ({
    method: 'POST',
    path: '/api/embed/track-impression',
    headers: { 'x-forwarded-for': anyAddress() },
    body,
    status: 200,
  }))
}
