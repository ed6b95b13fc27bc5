import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

export type Env = Record<string, string | undefined>

/** What is nobody else's to read, or what the file says that `NAME_FILE` names: others may see an environment. */
export function secretIn(env: Env, name: string): string | undefined {
  const file = env[`${name}_FILE`]
  if (!file) return env[name]
  if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set; set one of them.`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new ConfigError(
      `${name}_FILE names ${file}, which is not there or may not be read; look at its owner and mode.`,
    )
  }
}

/** A port to listen on, if one is said. */
export function portSaid(env: Env, name: string): number | undefined {
  const text = env[name]
  if (!text) return undefined
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65535)
    throw new ConfigError(`${name} must be a number from 0 to 65535 (0 for any free port); it is "${text}".`)
  return port
}

/** An address to listen on, if one is said. */
export function hostSaid(env: Env, name: string): string | undefined {
  const host = env[name] || undefined
  if (host !== undefined && !/^[\w.:-]+$/.test(host))
    throw new ConfigError(`${name} must be an address to listen on, such as 127.0.0.1 or 0.0.0.0; it is "${host}".`)
  return host
}
