import { AsyncLocalStorage } from 'node:async_hooks'

/** What a command line reads from and writes to: those of its process, unless it runs inside another one. */
interface Terminal {
  env: Record<string, string | undefined>
  out: (text: string) => void
  err: (text: string) => void
  /** How wide the screen is that `out` and `err` write on; nothing for a pipe or a file. */
  outColumns: number | undefined
  errColumns: number | undefined
  exitCode: number
}

export const ofProcess: Terminal = {
  env: process.env,
  out: text => void process.stdout.write(text),
  err: text => void process.stderr.write(text),
  get outColumns() {
    return process.stdout.isTTY ? process.stdout.columns : undefined
  },
  get errColumns() {
    return process.stderr.isTTY ? process.stderr.columns : undefined
  },
  exitCode: 0,
}

const givenTerminal = new AsyncLocalStorage<Terminal>()

export const terminal = () => givenTerminal.getStore() ?? ofProcess

export const onTerminal = <T>(it: Terminal, work: () => T): T => givenTerminal.run(it, work)
