import { writeSync } from 'node:fs'
import type { LogLevel } from '../config/config.ts'
import { logLevels } from '../config/variables.ts'

export type Log = Record<'debug' | 'info' | 'warn' | 'error', Write>

type Fields = Record<string, unknown>
type Write = (event: string, fields?: Fields) => void

/** Writes JSON lines. Personal data and credentials are removed first: see `redact`. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const from = logLevels.indexOf(level)
  const isWritten = (name: LogLevel) => logLevels.indexOf(name) >= from
  const at = (name: keyof Log) => (event: string, fields?: Fields) => {
    if (!isWritten(name)) return
    const rest = fields ? JSON.stringify(fields) : '{}'
    const start = `{"time":"${timeNow()}","level":"${name}","event":${JSON.stringify(event)}`
    write(`${redact(rest === '{}' ? `${start}}` : `${start},${rest.slice(1)}`)}\n`)
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/**
 * Cached, because many lines share a millisecond and formatting the time costs more than the rest
 * of a line.
 */
function timeNow() {
  const now = Date.now()
  if (now !== named.at) named = { at: now, text: new Date(now).toISOString() }
  return named.text
}
let named = { at: 0, text: '' }

interface LineWriter {
  write: (line: string) => void
  /** Writes buffered lines; call it before the process ends. */
  flush: () => void
}

/**
 * Buffers lines briefly and writes them together: one system call per request would cost more than
 * the rest of logging it.
 */
export function bufferedLines(fd: number): LineWriter {
  let buffer = ''
  let timer: Timer | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const lines = buffer
    buffer = ''
    writeWhole(fd, lines)
  }
  return {
    write: line => {
      buffer += line
      if (buffer.length > 64_000) flush()
      else timer ??= setTimeout(flush, 20)
    },
    flush,
  }
}

/** A pipe with a slow reader accepts part of the text and refuses the rest for a while. */
function writeWhole(fd: number, text: string) {
  let bytes = Buffer.from(text)
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(fd, bytes))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // The reader is gone: the service goes on without its log.
      if (code === 'EPIPE') return
      if (code !== 'EAGAIN') throw error
      Bun.sleepSync(1)
    }
  }
}

/**
 * The parts of an error that may be logged: kind, message and stack, never a row or a parameter.
 */
export function errorFields(error: unknown) {
  if (!(error instanceof Error)) return { error: String(error) }
  const { name, message, stack } = error
  const code = 'code' in error ? error.code : undefined
  return { error: `${name}: ${message}`, code, stack: stack?.split('\n').slice(1, 6).join('\n') }
}

/** Hides the local part of email addresses, JWTs, API tokens and token parameters. */
function redact(line: string) {
  if (!['@', 'eyJ', 'token=', 'dln_', 'dla_', 'dlr_'].some(sign => line.includes(sign))) return line
  return line
    .replace(/[^\s"'<>()=,:;\\/]+/g, withoutLocalPart)
    .replace(/[\w.-]+/g, withoutJwt)
    .replace(/(token=)[^&\s"\\]+/g, '$1***')
    .replace(/(dl[nar]_)[\w.]+/g, '$1***')
}

// Both work on a whole run of characters: a regex that restarts at each one would be slow on a long
// run.

const withoutLocalPart = (run: string) =>
  run
    .split('@')
    .map((part, at, parts) => (part !== '' && parts[at + 1]?.includes('.') ? '***' : part))
    .join('@')

function withoutJwt(run: string) {
  const at = run.indexOf('eyJ')
  return at !== -1 && run.slice(at).split('.').length > 2 ? `${run.slice(0, at)}***` : run
}
