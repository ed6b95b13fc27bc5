import type { LogLevel } from './config.ts'
import { logLevels } from './config.ts'

export type Log = Record<'debug' | 'info' | 'warn' | 'error', (event: string, fields?: Record<string, unknown>) => void>

/** JSON lines. What could name a person or open a door never reaches the line: see `redact`. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const from = logLevels.indexOf(level)
  const at = (name: keyof Log) => (event: string, fields?: Record<string, unknown>) => {
    if (logLevels.indexOf(name) < from) return
    write(`${redact(JSON.stringify({ time: new Date().toISOString(), level: name, event, ...fields }))}\n`)
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** What an error may say in a log: its kind, message and stack, never a row or a parameter. */
export function errorFields(error: unknown) {
  if (!(error instanceof Error)) return { error: String(error) }
  const { name, message, stack } = error
  const code = 'code' in error ? error.code : undefined
  return { error: `${name}: ${message}`, code, stack: stack?.split('\n').slice(1, 6).join('\n') }
}

/** Hides the local part of e-mail addresses, JWTs and token parameters. */
function redact(line: string) {
  if (!line.includes('@') && !line.includes('eyJ') && !line.includes('token=')) return line
  return line
    .replace(/[^\s@"'<>()=,:;\\/]+@(?=[^\s@"'<>()]+\.)/g, '***@')
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***')
    .replace(/(token=)[^&\s"\\]+/g, '$1***')
}
