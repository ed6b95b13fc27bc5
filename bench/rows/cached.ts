import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask, type CheckedRequest, type Generator } from '../load/load.ts'
import { type Server, startServer } from '../processes.ts'
import { type BenchRow, type Effort, mustBeAtLeast } from '../row.ts'
import { median } from '../statistics.ts'

const paths = {
  grinder: '/api/widget/grinder/comandante-c40-mk4',
  convert: '/api/v1/convert?from=comandante-c40-mk4&setting=24&to=1zpresso-k-ultra',
  'widget data': '/api/widget/grinders',
  'widget.js': '/embed/widget.js',
}

/** Replies from the service's memory, against a handler that only returns those bytes. */
export async function compareCached(service: Server, generator: Generator, effort: Effort): Promise<BenchRow[]> {
  const requests: Record<string, CheckedRequest> = {}
  for (const [name, path] of Object.entries(paths)) requests[name] = { method: 'GET', path, status: 200 }
  const file = join(tmpdir(), `dialin-bench-${process.pid}.json`)
  const replies: Record<string, { type: string; body: string }> = {}
  for (const request of Object.values(requests))
    replies[request.path] = { type: 'application/json', body: await ask(service.port, request) }
  writeFileSync(file, JSON.stringify(replies))
  const memory = await startServer([process.execPath, 'bench/sides/memory.ts'], { REPLIES: file })
  try {
    const rows: BenchRow[] = []
    for (const [name, request] of Object.entries(requests)) {
      if ((await ask(memory.port, request)) !== replies[request.path]?.body)
        throw new Error(`${name}: the bytes from memory are others.`)
      rows.push(await compare(name, request, service, memory, generator, effort))
    }
    return rows
  } finally {
    await memory.stop()
    rmSync(file)
  }
}

async function compare(
  name: string,
  request: CheckedRequest,
  service: Server,
  memory: Server,
  generator: Generator,
  { rounds, seconds }: Effort,
): Promise<BenchRow> {
  const rates = { service: [] as number[], memory: [] as number[] }
  for (const { port } of [service, memory]) await generator.load(port, [request], seconds / 2)
  let busy = 0
  for (let round = 0; round < rounds; round++) {
    rates.service.push((await generator.load(service.port, [request], seconds / 2)).rate)
    const bare = await generator.load(memory.port, [request], seconds / 2)
    rates.memory.push(bare.rate)
    busy = Math.max(busy, bare.busy)
  }
  const [ours, theirs] = [median(rates.service), median(rates.memory)]
  return {
    group: 'cached data against memory',
    name,
    measured: `${Math.round(ours)}/s; from memory ${Math.round(theirs)}/s (generator ${Math.round(busy * 100)} % busy)`,
    ...mustBeAtLeast(ours / theirs, 0.4),
  }
}
