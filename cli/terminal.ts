import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a command reads from and writes to: the streams of its process, unless it runs inside
 * another one.
 */
interface Terminal {
  env: Record<string, string | undefined>
  /** All of standard input. */
  read: () => Promise<Uint8Array>
  /** One line of standard input; empty at its end. */
  readLine: () => Promise<string>
  out: (text: string) => void
  err: (text: string) => void
  /** The width of the screen that `out` and `err` write to; undefined for a pipe or a file. */
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

/** Some terminals, such as those of build servers and editors, report a width of 0. */
const columnsOf = ({ isTTY, columns }: NodeJS.WriteStream) =>
  isTTY ? columns || Number(process.env.COLUMNS) || 80 : undefined

const givenTerminal = new AsyncLocalStorage<Terminal>()

export const terminal = () => givenTerminal.getStore() ?? ofProcess

export const onTerminal = <T>(it: Terminal, work: () => T): T => givenTerminal.run(it, work)
