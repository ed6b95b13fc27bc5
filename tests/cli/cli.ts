import { runProgram } from '../../cli/program.ts'
import type { TestWorld } from '../support/world.ts'

/**
 * Only the environment that a command needs, and not the data folder of the person who runs the
 * tests.
 */
export const bare = { PATH: '/usr/bin:/bin', DATA_DIR: '/nowhere' }

/** The command line, run in this process. */
export async function dialin(
  args: readonly string[],
  env: Record<string, string> = {},
  { input = '', columns }: { input?: string | Uint8Array; columns?: number } = {},
) {
  const said = { out: '', err: '' }
  const terminal = {
    env: { ...bare, ...env },
    read: async () => Buffer.from(input),
    readLine: async () => String(input).split('\n')[0] ?? '',
    out: (text: string) => {
      said.out += text
    },
    err: (text: string) => {
      said.err += text
    },
    outColumns: columns,
    errColumns: columns,
    exitCode: 0,
  }
  const exit = await runProgram(args, terminal)
  return { ...said, exit }
}

/** The same in a separate process. */
export async function dialinProcess(args: readonly string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, 'cli/main.ts', ...args], {
    env: { ...bare, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, exit] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, err, exit }
}

/** The same on a terminal that reports this many columns, possibly 0. */
export async function dialinOnTerminal(args: readonly string[], cols: number, env: Record<string, string> = {}) {
  let out = ''
  const decoder = new TextDecoder()
  const command = ['sh', '-c', 'stty cols "$0"; exec "$@"', `${cols}`, process.execPath, 'cli/main.ts', ...args]
  const child = Bun.spawn(command, {
    env: { ...bare, TERM: 'xterm-256color', ...env },
    terminal: {
      rows: 24,
      data: (_, bytes) => {
        out += decoder.decode(bytes, { stream: true })
      },
    },
  })
  const exit = await child.exited
  child.terminal?.close()
  return { out: out.replaceAll('\r\n', '\n'), exit }
}

/** The environment that points a command to the database of a running service. */
export const envOf = ({ config, url }: Pick<TestWorld, 'config'> & Partial<Pick<TestWorld, 'url'>>) => ({
  DATA_DIR: config.dataDir,
  SESSION_SECRET: config.sessionSecret,
  ...(url && { BASE_URL: url }),
  ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }),
})
