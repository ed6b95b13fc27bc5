import { afterAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readServiceConfig } from '../../adapters/config.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { MAX_PICTURE_BYTES } from '../../core/pictures/model.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-hosting-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SECRET = 'a secret for tests only, long enough'
const read = (file: string) => readFileSync(file, 'utf8')

/** `NAME=value` a line. */
const namedIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .map(line => /^([A-Z_]+)=(.*)$/.exec(line))
      .flatMap(found => (found ? [[found[1], found[2]]] : [])),
  )

describe('what docs/hosting starts the service with is what it takes, strictly', () => {
  test('the unit with its file of settings', () => {
    const unit = read('docs/hosting/dialin.service')
    const given = namedIn((/^Environment=(.*)$/m.exec(unit)?.[1] ?? '').replaceAll(' ', '\n'))
    const own = namedIn(read('docs/hosting/dialin.env'))
    expect(readServiceConfig({ ...given, ...own, SESSION_SECRET: SECRET })).toMatchObject({
      production: true,
      host: '127.0.0.1',
      dataDir: '/var/lib/dialin',
      trustedProxies: ['127.0.0.1', '::1'],
    })
  })

  test('the container, composed with PostgreSQL', () => {
    const { services } = Bun.YAML.parse(read('docs/hosting/compose.yaml')) as {
      services: { dialin: { environment: Record<string, string> } }
    }
    const said: Record<string, string> = {
      BASE_URL: 'https://coffee.example',
      SESSION_SECRET: SECRET,
      POSTGRES_PASSWORD: '0af3',
      SIGNUP: 'invite',
    }
    const filled = Object.entries(services.dialin.environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_, name, otherwise = '') => said[name] ?? otherwise),
    ])
    const inImage = namedIn((/^ENV (.*)$/m.exec(read('Containerfile'))?.[1] ?? '').replaceAll(' ', '\n'))
    expect(readServiceConfig({ ...inImage, ...Object.fromEntries(filled) })).toMatchObject({
      production: true,
      host: '0.0.0.0',
      dataDir: '/data',
      databaseUrl: 'postgres://dialin:0af3@database/dialin',
      trustedProxies: ['172.30.18.1'],
      signUp: 'invite',
    })
  })
})

test('the image has a program, its C library and a user; the folder for data is made by the line that says whose it is', () => {
  const root = join(folder, 'image')
  expect(Bun.spawnSync(['.ci/image-root', '/bin/true', root]).exitCode).toBe(0)
  expect(
    readdirSync(root)
      .filter(name => !name.startsWith('lib'))
      .sort(),
  ).toEqual(['dialin', 'etc', 'tmp'])
  expect(read('Containerfile')).toMatch(/^COPY --from=build --chown=65532:65532 --chmod=0700 \/empty \/data$/m)
})

test('the proxies let through the largest body that any route takes', () => {
  const largest = Math.max(
    ...[...endpoints, ...pages].flatMap(route => [
      ('maxBody' in route && route.maxBody) || 0,
      ('readsBody' in route && route.readsBody?.large?.maxBytes) || 0,
    ]),
  )
  expect(largest).toBeGreaterThan(MAX_PICTURE_BYTES)
  const paper = read('docs/hosting.md')
  const bounds = [...paper.matchAll(/(?:client_max_body_size|max_size) (\d+)(?:m;|MB)/g)].map(([, mb]) => Number(mb))
  expect(bounds).toHaveLength(2)
  for (const bound of bounds) expect(bound * 1_000_000).toBeGreaterThan(largest)
})

test.skipIf(!Bun.which('systemd-analyze'))('systemd takes the unit, and finds little left to close', async () => {
  const unit = join(folder, 'dialin.service')
  const program = join(folder, 'dialin')
  writeFileSync(program, '')
  chmodSync(program, 0o755)
  writeFileSync(unit, read('docs/hosting/dialin.service').replace('/usr/local/bin/dialin', program))
  const verified = Bun.spawn(['systemd-analyze', 'verify', unit], { stdout: 'pipe', stderr: 'pipe' })
  const said = await new Response(verified.stderr).text()
  expect([await verified.exited, said.split('\n').filter(line => line.includes('dialin.service'))]).toEqual([0, []])
  const closed = Bun.spawn(['systemd-analyze', 'security', '--offline=true', '--threshold=20', unit], {
    stdout: 'ignore',
    stderr: 'ignore',
  })
  expect(await closed.exited).toBe(0)
})
