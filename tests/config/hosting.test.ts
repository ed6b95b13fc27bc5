import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, readServiceConfig } from '../../adapters/config/config.ts'
import { secretNames, variableNames } from '../../adapters/config/env.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { MAX_PICTURE_BYTES } from '../../core/pictures/model.ts'
import { dialin } from '../cli/cli.ts'
import { neededPrograms } from '../support/programs.ts'

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

const isKnown = (name: string) =>
  [...variableNames, ...secretNames.map(name => `${name}_FILE`)].some(known => known === name)

/** The last stage of the Containerfile, which is all that is run. */
const image = {
  of: (instruction: string) =>
    (
      read('Containerfile')
        .split(/^(?=FROM )/m)
        .at(-1) ?? ''
    )
      .split('\n')
      .filter(line => line.startsWith(`${instruction} `))
      .map(line => line.slice(instruction.length + 1)),
  /** In the form that needs no shell. */
  listed: (instruction: string): string[] => JSON.parse(image.of(instruction)[0] ?? ''),
  get env() {
    return namedIn((image.of('ENV')[0] ?? '').replaceAll(' ', '\n'))
  },
}

interface ComposedService {
  image: string
  restart: string
  environment: Record<string, string>
  secrets?: string[]
  ports?: string[]
  volumes: string[]
  healthcheck: { test: string[] }
  depends_on?: Record<string, { condition: string }>
  user?: string
  privileged?: boolean
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  network_mode?: string
}
const composed = Bun.YAML.parse(read('docs/hosting/compose.yaml')) as {
  services: Record<'dialin' | 'database', ComposedService>
  secrets: Record<string, { file: string }>
  volumes: Record<string, unknown>
}

describe('the service accepts the settings that docs/hosting starts it with, strictly', () => {
  test('the unit with its settings file', () => {
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

  test('the container, composed with PostgreSQL, by the commands in docs/hosting.md', () => {
    const [, commands = ''] = /```sh\ncd docs\/hosting && (.*?)docker compose up/s.exec(read('docs/hosting.md')) ?? []
    const withoutProgram = commands.replaceAll('openssl rand -hex 32', `echo ${'0a'.repeat(32)}`)
    expect(Bun.spawnSync(['sh', '-ec', withoutProgram], { cwd: folder }).exitCode).toBe(0)
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700)
    const isForAll = (name: string) => (statSync(join(folder, 'secrets', name)).mode & 0o004) !== 0
    expect(readdirSync(join(folder, 'secrets')).filter(name => !isForAll(name))).toEqual([])
    const said: Record<string, string> = { ...namedIn(read(join(folder, '.env'))), SIGNUP: 'invite' }
    const filled = Object.entries(composed.services.dialin.environment).map(([name, value]) => [
      name,
      value
        .replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_, name, otherwise = '') => said[name] ?? otherwise)
        .replace('/run/secrets', join(folder, 'secrets')),
    ])
    const password = read(join(folder, 'secrets/postgres_password')).trim()
    expect(readServiceConfig({ ...image.env, ...Object.fromEntries(filled) })).toMatchObject({
      production: true,
      host: '0.0.0.0',
      dataDir: '/data',
      databaseUrl: `postgres://dialin:${password}@database/dialin`,
      trustedProxies: ['172.30.18.1'],
      signUp: 'invite',
    })
  })
})

describe('the container', () => {
  test('is built from scratch, and runs the program as an unprivileged user', () => {
    expect(image.of('FROM')).toEqual(['scratch'])
    expect(image.of('COPY').every(from => from.startsWith('--from=build '))).toBe(true)
    expect(image.of('USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)])
    expect([image.listed('ENTRYPOINT'), image.listed('CMD')]).toEqual([['/dialin'], ['serve']])
  })

  test('keeps its data in the volume, and listens on the port it exposes', () => {
    expect(image.of('VOLUME')).toEqual([image.env.DATA_DIR ?? ''])
    expect(image.of('EXPOSE')).toEqual([`${readConfig({ SESSION_SECRET: SECRET }).port}`])
    expect(image.env.PORT).toBe(image.of('EXPOSE')[0])
    expect(Object.keys(image.env).filter(name => !isKnown(name))).toEqual([])
  })

  test('checks its own health with the only program there is', () => {
    const [, command = ''] = /CMD (\[.*\])$/.exec(image.of('HEALTHCHECK')[0] ?? '') ?? []
    expect(JSON.parse(command)).toEqual([...image.listed('ENTRYPOINT'), 'health'])
    expect(composed.services.dialin.healthcheck.test).toEqual(['CMD', ...JSON.parse(command)])
  })

  test('copies from folders that exist', () => {
    const sources = [...read('Containerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    expect(sources.filter(name => !existsSync(name))).toEqual([])
    expect(sources.length).toBeGreaterThan(10)
  })
})

describe('compose.yaml', () => {
  const { services, secrets, volumes } = composed

  test('sets nothing that the service does not know, and secrets only by file', () => {
    const names = Object.keys(services.dialin.environment)
    expect(names.filter(name => !isKnown(name))).toEqual([])
    expect(names.filter(name => (secretNames as string[]).includes(name))).toEqual([])
    for (const { environment, secrets: handed = [] } of Object.values(services)) {
      const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))
      expect(files.map(([, file]) => file.replace('/run/secrets/', '')).toSorted()).toEqual(handed.toSorted())
      expect(handed.filter(name => secrets[name]?.file !== `secrets/${name}`)).toEqual([])
    }
  })

  test('uses the port and data folder of the image', () => {
    expect(services.dialin.ports).toEqual([`127.0.0.1:3000:${image.of('EXPOSE')[0]}`])
    expect(services.dialin.volumes).toEqual([`data:${image.of('VOLUME')[0]}`])
    expect(Object.keys(volumes)).toContain('data')
  })

  test('starts the service when its database is healthy, and restarts both after a crash or a boot', () => {
    expect(services.dialin.depends_on).toEqual({ database: { condition: 'service_healthy' } })
    expect(services.database.healthcheck.test.slice(0, 2)).toEqual(['CMD', 'pg_isready'])
    expect(Object.values(services).map(({ restart }) => restart)).toEqual(['unless-stopped', 'unless-stopped'])
  })

  test('lets only the service reach the database, whose rows outlive it', () => {
    const { database } = services
    expect([database.ports, database.network_mode]).toEqual([undefined, undefined])
    expect(database.image).toMatch(/^postgres:(1[5-9]|[2-9]\d)$/)
    const [volume = '', folder = ''] = database.volumes[0]?.split(':') ?? []
    expect(Object.keys(volumes)).toContain(volume)
    // From 18 on its image keeps them in a folder of the release, below this.
    expect(folder).toBe('/var/lib/postgresql')
    expect(Object.keys(database.environment).filter(name => /PASSWORD(?!_FILE)/.test(name))).toEqual([])
  })

  test('runs the service as the user of the image, without spare rights, and with only its data writable', () => {
    const { user, privileged, cap_add, network_mode, read_only, tmpfs, cap_drop, security_opt } = services.dialin
    expect([user, privileged, cap_add, network_mode]).toEqual([undefined, undefined, undefined, undefined])
    expect({ read_only, tmpfs, cap_drop, security_opt }).toEqual({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  })
})

test('the unit denies the service what it does not need', () => {
  const [, own = ''] = /^\[Service\]\n(.*?)^\[/ms.exec(read('docs/hosting/dialin.service')) ?? []
  const said = Object.fromEntries([...own.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
  const closed = [
    ...['PrivateTmp', 'PrivateDevices', 'PrivateUsers', 'ProtectHome', 'ProtectClock', 'ProtectControlGroups'],
    ...['ProtectHostname', 'ProtectKernelLogs', 'ProtectKernelModules', 'ProtectKernelTunables', 'NoNewPrivileges'],
    ...['RemoveIPC', 'RestrictNamespaces', 'RestrictRealtime', 'RestrictSUIDSGID', 'LockPersonality'],
  ]
  expect(closed.filter(name => said[name] !== 'yes')).toEqual([])
  expect(said).toMatchObject({
    ProtectSystem: 'strict',
    ProtectProc: 'invisible',
    CapabilityBoundingSet: '',
    AmbientCapabilities: '',
    RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX',
    SystemCallFilter: '@system-service',
    SystemCallArchitectures: 'native',
    StateDirectoryMode: '0700',
    UMask: '0077',
  })
  // Otherwise it would write elsewhere, or as root.
  const opening = /^(ReadWritePaths|BindPaths|PermissionsStartOnly|ExecStart\w+|SupplementaryGroups)=|^ExecStart=[+!]/m
  expect(own).not.toMatch(opening)
})

test('CI installs every program without which tests are skipped', () => {
  const script = read('.ci/run')
  const lists = /for program in (.*); do/.exec(script)?.[1]?.split(' ') ?? []
  const brought = [...[...script.matchAll(/lacking\+=\(([\w-]+)\)/g)].map(([, name = '']) => name), ...lists]
  expect(brought.toSorted()).toEqual(Object.keys(neededPrograms).toSorted())
  const skipped = [...new Bun.Glob('tests/**/*.ts').scanSync()]
    .flatMap(file => [...read(file).matchAll(/skipIf\(!Bun\.which\('([\w-]+)'\)/g)])
    .map(([, program = '']) => program)
  const looked = read('tests/support/programs.ts')
  expect(skipped.filter(program => !looked.includes(`'${program}'`))).toEqual([])
  expect(skipped.length).toBeGreaterThan(3)
})

test('the unit starts a command as its own user, in the folder it creates; its settings file has only known names', () => {
  const unit = read('docs/hosting/dialin.service')
  const said = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value)
  expect(said('ExecStart')).toEqual([`/usr/local/bin/dialin ${image.listed('CMD')[0]}`])
  expect([said('User'), said('StateDirectory'), said('EnvironmentFile')]).toEqual([
    ['dialin'],
    ['dialin'],
    ['/etc/dialin.env'],
  ])
  const given = namedIn((said('Environment')[0] ?? '').replaceAll(' ', '\n'))
  expect(given.DATA_DIR).toBe('/var/lib/dialin')
  const offered = namedIn(read('docs/hosting/dialin.env').replace(/^#(?=[A-Z])/gm, ''))
  expect(Object.keys({ ...given, ...offered }).filter(name => !isKnown(name))).toEqual([])
  expect(Object.keys(offered)).toContain('METRICS_PORT')
})

test('the upgrade is described in five steps, with existing commands', async () => {
  const [, told = ''] = /^## Upgrade\n\n(.*?)\n\n## /ms.exec(read('docs/hosting.md')) ?? []
  const steps = told.split('\n').filter(line => !line.startsWith(' '))
  expect(steps.map(line => line.slice(0, 3))).toEqual(['1. ', '2. ', '3. ', '4. ', '5. '])
  const commands = [...told.matchAll(/`dialin ([^`]+)`/g)].map(([, text = '']) => text.split(' '))
  expect(commands.map(words => words.slice(0, 2).join(' '))).toEqual(['db backup', 'health', 'db verify', 'db restore'])
  for (const words of commands) {
    const named = words.filter(word => /^[a-z]/.test(word))
    const { exit, out } = await dialin([...named, '--help'])
    expect([exit, out.startsWith(`Usage: dialin ${named.join(' ')} `)]).toEqual([0, true])
    for (const option of words.filter(word => word.startsWith('--'))) expect(out).toContain(`${option} `)
  }
})

test('the proxies accept the largest body that any route takes', () => {
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
