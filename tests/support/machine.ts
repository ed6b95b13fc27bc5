import { chmodSync, cpSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { eventually } from './eventually.ts'
import { ran } from './ran.ts'

export interface BootedMachine {
  /** Where its files are visible from here. */
  root: string
  /** Runs a command there as root. */
  run: (...command: string[]) => ReturnType<typeof ran>
  get: (address: string) => Promise<{ status: number; body: string }>
  end: () => Promise<void>
}

/** A machine with a root folder and nothing else of its own, booted by systemd. */
export async function bootMachine(folder: string): Promise<BootedMachine> {
  const root = join(folder, 'root')
  for (const name of [
    'usr/local/bin',
    'etc/systemd/system',
    'proc',
    'sys/fs/cgroup',
    'dev',
    'run',
    'tmp',
    'var/lib',
    'root',
    'srv',
  ])
    mkdirSync(join(root, name), { recursive: true })
  chmodSync(join(root, 'tmp'), 0o1777)
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) copyLink(`/${name}`, join(root, name))
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n')
  writeFileSync(join(root, 'etc/machine-id'), '')
  for (const name of ['ld.so.cache', 'login.defs']) cpSync(`/etc/${name}`, join(root, 'etc', name))

  const boot = ['setpriv', '--pdeathsig', 'TERM', resolve('tests/support/boot'), root]
  const child = Bun.spawn(boot, { stdout: 'pipe', stderr: 'pipe' })
  const said = await child.stdout.getReader().read()
  const number = new TextDecoder().decode(said.value).trim()
  if (!number) throw new Error(await new Response(child.stderr).text())
  const within = ['nsenter', '--target', number]
  const run: BootedMachine['run'] = (...command) => ran([...within, '--all', ...command], { env: { PATH } })
  const end = async () => {
    if (child.exitCode === null) process.kill(Number(number), 'SIGKILL')
    await child.exited
  }
  await eventually(async () =>
    ['running', 'degraded'].includes((await run('systemctl', 'is-system-running')).out.trim()),
  ).catch(async error => {
    await end()
    throw error
  })
  return {
    root,
    run,
    end,
    async get(address) {
      const { out, err } = await ran([...within, '--net', process.execPath, '-e', ASKED, address])
      if (err) throw new Error(err)
      return JSON.parse(out)
    },
  }
}

/**
 * Whether one can be booted here: being root, and being able to make namespaces, cgroups and
 * mounts, is not enough.
 */
export async function bootsSystemd() {
  const folder = mkdtempSync(join(tmpdir(), 'dialin-boot-'))
  try {
    await (await bootMachine(folder)).end()
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const PATH = '/usr/local/bin:/usr/sbin:/usr/bin'
const ASKED =
  'const reply = await fetch(process.argv[1]); console.log(JSON.stringify({ status: reply.status, body: await reply.text() }))'

function copyLink(from: string, to: string) {
  try {
    symlinkSync(readlinkSync(from), to)
  } catch {
    // Not on every processor.
  }
}
