import { readFileSync } from 'node:fs'
import type * as v from 'valibot'
import { safeParse } from 'valibot'
import { ConfigError } from './config-error.ts'
import { variables } from './variables.ts'

export type Variable = keyof typeof variables
export const variableNames = Object.keys(variables) as Variable[]

/**
 * Other users of the machine may be able to see the environment, so these may instead be in the
 * file that `NAME_FILE` names.
 */
export const secretNames = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'SESSION_SECRET',
  'SMTP_URL',
  'PICTURES_S3_KEY_ID',
  'PICTURES_S3_SECRET',
  'METRICS_TOKEN',
] as const satisfies Variable[]
type SecretVariable = (typeof secretNames)[number]

/** The environment variables that are read. */
export type Env = { [Name in Variable | `${SecretVariable}_FILE`]?: string | undefined }

/**
 * The value of a variable, or undefined if it is not set. Throws a ConfigError naming the variable
 * if the value is invalid.
 */
export function variableIn<Name extends Variable>(
  env: Env,
  name: Name,
): v.InferOutput<(typeof variables)[Name]> | undefined {
  const given = writtenIn(env, name)
  if (!given) return undefined
  const { success, output, issues } = safeParse(variables[name], given, { abortEarly: true })
  if (!success) throw new ConfigError(`${name} ${issues[0].message}`)
  return output as v.InferOutput<(typeof variables)[Name]>
}

/** The raw text, for values such as "none" and for checking only whether something is set. */
export const writtenIn = (env: Env, name: Variable): string | undefined =>
  isSecret(name) && env[`${name}_FILE`] ? textOfFile(env, name) : env[name]

/** Where the value of a variable comes from. */
export function originOf(env: Env, name: Variable): 'default' | 'environment' | 'file' {
  if (isSecret(name) && env[`${name}_FILE`]) return 'file'
  return env[name] ? 'environment' : 'default'
}

const isSecret = (name: Variable): name is SecretVariable => secretNames.some(secret => secret === name)

function textOfFile(env: Env, name: SecretVariable): string {
  const file = `${env[`${name}_FILE`]}`
  if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set; set one of them.`)
  // Error messages never repeat the file's content: it is a secret.
  const refused = (what: string) => new ConfigError(`${name}_FILE names ${file}, which ${what}`)
  let content: string
  try {
    content = readFileSync(file, 'utf8').trim()
  } catch {
    throw refused('does not exist or cannot be read. Check its owner and mode.')
  }
  if (content === '') throw refused(`is empty; write the value into it, or remove ${name}_FILE.`)
  if (/[\r\n]/.test(content)) throw refused(`has more than one line; it must hold ${name} and nothing else.`)
  return content
}
