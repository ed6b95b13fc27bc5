import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, startServer } from '../processes.ts'
import { type BenchRow, type Effort, mustBeAtMost } from '../row.ts'
import { median } from '../statistics.ts'

/** How soon a service with an embedded database answers, and a command next to it. */
export async function startTimes({ rounds }: Effort): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dialin-bench-embedded-'))
  const start = () => startServer([process.execPath, 'cli/serve.ts'], { DATA_DIR: dataDir, LOG_LEVEL: 'info' })
  try {
    // The first start creates the database.
    await (await start()).stop()
    const healthy: number[] = []
    for (let round = 0; round < rounds; round++) {
      const started = performance.now()
      const service = await start()
      healthy.push(performance.now() - started)
      await service.stop()
    }
    const service = await start()
    const answered: number[] = []
    for (let round = 0; round < rounds; round++) answered.push(await timeOfCommand(dataDir))
    await service.stop()
    const told = (times: readonly number[]) => `best ${Math.round(Math.min(...times))} ms of ${times.length}`
    return [
      {
        group: 'starts',
        name: 'embedded database to healthy',
        measured: told(healthy),
        ...mustBeAtMost(median(healthy), 1000, ' ms'),
      },
      {
        group: 'starts',
        name: '`dialin claims list` beside it',
        measured: told(answered),
        ...mustBeAtMost(median(answered), 300, ' ms'),
      },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function timeOfCommand(dataDir: string) {
  const started = performance.now()
  const command = [process.execPath, 'cli/main.ts', 'claims', 'list']
  const child = Bun.spawn(command, {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`\`dialin claims list\` failed: ${said}`)
  return performance.now() - started
}
