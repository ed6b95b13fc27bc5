import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openWorld } from '../../adapters/compose.ts'
import { readConfig } from '../../adapters/config/config.ts'
import { startService } from '../../adapters/http/service.ts'
import { createLog } from '../../adapters/program/log.ts'
import { freshDatabase, temporaryFolder } from '../support/templates.ts'

/**
 * Sends one request on each of three connections and keeps them. On USR1, sends another on these
 * and on three new ones, then creates a file.
 */
const client = (port: number, sentFile: string) => `
  import { writeFileSync } from 'node:fs'
  import { connect } from 'node:net'
  const open = () => new Promise(done => {
    const line = { said: '', socket: connect(${port}, '127.0.0.1', () => done(line)) }
    line.socket.on('data', bytes => { line.said += bytes })
    line.socket.on('error', () => {})
    line.closed = new Promise(done => line.socket.on('close', done))
  })
  const ask = ({ socket }) =>
    new Promise(sent => socket.write('GET /api/coffees?limit=1 HTTP/1.1\\r\\nhost: localhost\\r\\n\\r\\n', sent))
  const answersOf = ({ said }) => [...said.matchAll(/HTTP\\/1.1 (\\d+)/g)].map(([, status]) => status)
  const kept = await Promise.all([open(), open(), open()])
  await Promise.all(kept.map(ask))
  while (kept.some(line => answersOf(line).length === 0)) await Bun.sleep(5)
  process.on('SIGUSR1', async () => {
    const fresh = await Promise.all([open(), open(), open()])
    const lines = [...kept, ...fresh]
    await Promise.all(lines.map(ask))
    writeFileSync(${JSON.stringify(sentFile)}, '')
    await Promise.all(lines.map(({ closed }) => closed))
    console.log(JSON.stringify(lines.map(answersOf)))
    process.exit()
  })
  console.log('kept')`

test('a stop answers requests that arrived before it, on new and kept connections, even if not read yet', async () => {
  const place = await freshDatabase()
  const config = { ...readConfig({ SESSION_SECRET: 'none', DATA_DIR: place.dataDir, PORT: '0' }), ...place }
  const log = createLog('silent', () => {})
  const service = await startService(await openWorld(config, log), config, log)
  const sentFile = join(temporaryFolder(), 'sent')
  const child = Bun.spawn(['bun', '-e', client(service.port, sentFile)], { stdout: 'pipe', stderr: 'inherit' })
  const output = child.stdout.getReader()
  const next = async () => new TextDecoder().decode((await output.read()).value)
  expect(await next()).toBe('kept\n')
  // Nothing is read here meanwhile, as if the service were busy: what is sent waits in the kernel.
  const untilSent = `kill -USR1 ${child.pid}; until [ -e ${sentFile} ]; do sleep 0.01; done`
  Bun.spawnSync(['sh', '-c', untilSent])
  const stopped = service.stop()
  expect(JSON.parse(await next())).toEqual([...[1, 2, 3].map(() => ['200', '200']), ...[1, 2, 3].map(() => ['200'])])
  await stopped
})
