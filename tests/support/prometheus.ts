import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './cluster.ts'
import { eventually } from './eventually.ts'

interface Found {
  metric: Record<string, string>
  value: [number, string]
}

/** A Prometheus that reads what its configuration names. */
export async function startPrometheus(configuration: string, rules: string) {
  const folder = mkdtempSync(join(tmpdir(), 'dialin-prometheus-'))
  writeFileSync(join(folder, 'prometheus.yml'), configuration)
  writeFileSync(join(folder, 'alerts.yml'), rules)
  const address = `127.0.0.1:${await freePort()}`
  const child = Bun.spawn(
    [
      'prometheus',
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ],
    { cwd: folder, stdout: 'ignore', stderr: 'ignore' },
  )
  const ask = async <T>(path: string): Promise<T> => {
    const { status, data, error } = await (await fetch(`http://${address}/api/v1/${path}`)).json()
    if (status !== 'success') throw new Error(error)
    return data
  }
  await eventually(() =>
    fetch(`http://${address}/-/ready`).then(
      reply => reply.ok,
      () => false,
    ),
  )
  return {
    ask,
    /** The current value of an expression. */
    query: async (expression: string) =>
      (await ask<{ result: Found[] }>(`query?query=${encodeURIComponent(expression)}`)).result.map(
        ({ metric, value }) => ({ metric, value: Number(value[1]) }),
      ),
    stop: async () => {
      child.kill()
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What Prometheus' own tool complains about in a text. */
export async function promtool(args: string[], input = ''): Promise<string> {
  const child = Bun.spawn(['promtool', ...args], { stdin: Buffer.from(input), stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return (await child.exited) === 0 ? '' : out + err
}
