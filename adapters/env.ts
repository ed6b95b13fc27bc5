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
