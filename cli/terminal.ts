import { AsyncLocalStorage } from 'node:async_hooks'

/** What a command line reads from and writes to: those of its process, unless it runs inside another one. */
interface Terminal {
  env: Record<string, string | undefined>
  /** All of standard input. */
  read: () => Promise<Uint8Array>
  /** One line of it: nothing at its end. */
  readLine: () => Promise<string>
  out: (text: string) => void
  err: (text: string) => void
  /** How wide the screen is that `out` and `err` write on; nothing for a pipe or a file. */
  outColumns: number | undefined
  errColumns: number | undefined
  exitCode: number
}

export const ofProcess: Terminal = {
  env: process.env,
  read: () => Bun.stdin.bytes(),
  readLine: async () => {
    for await (const line of console) return line
    return ''
  },
  out: text => void process.stdout.write(text),
  err: text => void process.stderr.write(text),
  get outColumns() {
    return columnsOf(process.stdout)
  },
  get errColumns() {
    return columnsOf(process.stderr)
  },
  exitCode: 0,
}

/** Some terminals, such as those of a build server or an editor, say that they have none. */
const columnsOf = ({ isTTY, columns }: NodeJS.WriteStream) =>
  isTTY ? columns || Number(process.env.COLUMNS) || 80 : undefined

const givenTerminal = new AsyncLocalStorage<Terminal>()

export const terminal = () => givenTerminal.getStore() ?? ofProcess

export const onTerminal = <T>(it: Terminal, work: () => T): T => givenTerminal.run(it, work)
