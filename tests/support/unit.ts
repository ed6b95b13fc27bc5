import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './cluster.ts'
import { eventually } from './eventually.ts'
import { type BootedMachine, bootMachine, bootsSystemd } from './machine.ts'
import { ran } from './ran.ts'

const lines = readFileSync('docs/hosting/dialin.service', 'utf8').split('\n')
/** The unit's value for a name. */
const said = (name: string) => lines.find(line => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
const [program = '', ...args] = said('ExecStart').split(' ')
const state = join('/var/lib', said('StateDirectory'))
/** `NAME=value` a line. */
const namedIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
const given = namedIn(said('Environment').replaceAll(' ', '\n'))
/** Settings that are left to the person who installs it, in its settings file. */
const withOwn = (settings: string) =>
  settings
    .replace(/^SESSION_SECRET=$/m, `SESSION_SECRET=${'0a'.repeat(32)}`)
    .replace(/^SMTP_URL=.*$/m, 'SMTP_URL=none')
    .replace(/^#(?=BACKUP_DIR=)/m, '')

export const underASystemd = await bootsSystemd()

/** How the unit is started here. */
export const unitRuns = underASystemd
  ? 'started by a systemd that is booted for it'
  : 'started by hand as it says (no systemd can be booted here: without its namespaces, mounts and filters, and not started again)'

export interface StartedUnit {
  /** The machine it was booted on, and the id of its process there. */
  systemd: () => { machine: BootedMachine; mainProcess: () => Promise<string> }
  /** Where its folder is visible from here. */
  state: string
  get: (path: string) => Promise<{ status: number; body: string }>
  /** Waits until it serves. */
  ready: () => Promise<unknown>
  /** The output of the command in the docs. */
  users: () => ReturnType<typeof ran>
  /** Files of its user outside that folder. */
  elsewhere: () => Promise<string>
  /** Stops it and returns the exit status. */
  stop: () => Promise<number>
  end: () => Promise<void>
}

/** The unit, installed on an empty machine as docs/hosting.md says. */
export const startUnit = (executable: string, folder: string): Promise<StartedUnit> =>
  underASystemd ? underSystemd(executable, folder) : byHand(executable, folder)

async function underSystemd(executable: string, folder: string): Promise<StartedUnit> {
  const machine = await bootMachine(folder)
  const { root, run } = machine
  const shell = async (commands: string) => {
    const { err, exit } = await run('sh', '-euc', `cd /srv; ${commands}`)
    if (exit === 0) return
    await machine.end()
    throw new Error(err)
  }
  cpSync('docs/hosting', join(root, 'srv/docs/hosting'), { recursive: true })
  cpSync(executable, join(root, 'usr/local/bin/dialin'))
  const told = /^## With systemd\n.*?```sh\n(.*?)```/ms.exec(readFileSync('docs/hosting.md', 'utf8'))?.[1] ?? ''
  const [install = '', start = ''] = told.split(/^(?=systemctl )/m)
  const [begin = '', listed = ''] = start.split('\n')
  await shell(install)
  const settings = join(root, said('EnvironmentFile'))
  writeFileSync(settings, withOwn(readFileSync(settings, 'utf8')))
  await shell(begin)

  const shown = async (name: string) => (await run('systemctl', 'show', '-P', name, 'dialin')).out.trim()
  const { HOST, PORT } = given
  const get: StartedUnit['get'] = path => machine.get(`http://${HOST}:${PORT}${path}`)
  return {
    systemd: () => ({ machine, mainProcess: () => shown('MainPID') }),
    state: join(root, state),
    get,
    async ready() {
      const starts = await shown('NRestarts')
      await eventually(async () => {
        if ((await shown('ActiveState')) !== 'active' || (await shown('NRestarts')) !== starts)
          throw new Error('It ended.')
        return (await get('/api/health/ready').catch(() => undefined))?.status === 200
      }).catch(async error => {
        throw new Error(`${error}\n${(await run('journalctl', '--unit=dialin', '--lines=30')).out}`)
      })
    },
    users: () =>
      run('sh', '-euc', listed.replace('sudo -u dialin ', 'setpriv --reuid=dialin --regid=dialin --clear-groups env ')),
    elsewhere: async () =>
      (await run('find', '/', '/run', '/dev', '-xdev', '-user', said('User'), '-not', '-path', `${state}*`)).out,
    async stop() {
      await shell('systemctl stop dialin')
      return Number(await shown('ExecMainStatus'))
    },
    end: machine.end,
  }
}

/** As the unit's user, with its settings, rights and folder, under another path. */
async function byHand(executable: string, folder: string): Promise<StartedUnit> {
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? 65532 : (process.getuid?.() ?? 0)
  const at = (path: string) => join(folder, path)
  mkdirSync(at('usr/local/bin'), { recursive: true })
  mkdirSync(at(state), { recursive: true, mode: 0o755 })
  cpSync(executable, at('usr/local/bin/dialin'))
  chmodSync(folder, 0o711)
  chmodSync(at(state), Number.parseInt(said('StateDirectoryMode'), 8))
  if (isRoot) chownSync(at(state), user, user)
  const own = namedIn(withOwn(readFileSync('docs/hosting/dialin.env', 'utf8')))
  const placed = Object.entries({ ...given, ...own, PORT: `${await freePort()}` }).map(([name, value]) => [
    name,
    value.replace(/^(?=\/var\/)/, folder),
  ])
  const env = Object.fromEntries(placed)
  const rights = [
    '--bounding-set=-all',
    '--inh-caps=-all',
    ...(said('NoNewPrivileges') === 'yes' ? ['--no-new-privs'] : []),
  ]
  const asUser = isRoot ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...rights] : []
  const umasked = ['sh', '-c', `umask ${said('UMask')}; exec "$@"`, 'sh']
  const child = Bun.spawn([...asUser, ...umasked, at(program), ...args], {
    cwd: '/',
    env,
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const log = new Response(child.stdout).text()
  const get: StartedUnit['get'] = async path => {
    const reply = await fetch(`http://${env.HOST}:${env.PORT}${path}`)
    return { status: reply.status, body: await reply.text() }
  }
  return {
    systemd: () => {
      throw new Error('There is none here.')
    },
    state: at(state),
    get,
    ready: () =>
      eventually(async () => {
        if (child.exitCode !== null) throw new Error(await log)
        return (await get('/api/health/ready').catch(() => undefined))?.status === 200
      }),
    users: () => ran([...asUser, at(program), 'users', 'list'], { cwd: '/', env }),
    elsewhere: async () => (await ran(['find', folder, '-uid', `${user}`, '-not', '-path', `${at(state)}*`])).out,
    async stop() {
      child.kill('SIGTERM')
      return child.exited
    },
    async end() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
