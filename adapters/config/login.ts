import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { isLocalAddress } from './variables.ts'

/** What `dialin login` keeps for the commands and the MCP server of this user. */
const KeptLogin = v.object({ url: v.string(), token: v.string(), expiresAt: v.string() })

export type Environment = Readonly<Record<string, string | undefined>>

export const loginFile = ({ XDG_CONFIG_HOME, HOME }: Environment) =>
  join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'dialin', 'login.json')

export function loginKept(env: Environment): v.InferOutput<typeof KeptLogin> | undefined {
  try {
    const login = v.parse(KeptLogin, JSON.parse(readFileSync(loginFile(env), 'utf8')))
    return safeOrigin(login.url) === undefined ? undefined : login
  } catch {
    return undefined
  }
}

/** Nobody else can read it, not even for a moment: it is complete before it gets its name. */
export function keepLogin(login: v.InferOutput<typeof KeptLogin>, env: Environment): string {
  const file = loginFile(env)
  const draft = draftOf(file, `${JSON.stringify(login, null, 2)}\n`)
  try {
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  return file
}

/** A new file that is ours alone: `wx` follows no link and takes over no file that is already there. */
function draftOf(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${crypto.randomUUID()}`
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600 })
  return draft
}

/** Before a person is asked: a token that can't be kept should not be made. */
export const refuseUnwritable = (env: Environment) => rmSync(draftOf(loginFile(env), ''))

export const forgetLogin = (env: Environment) => rmSync(loginFile(env), { force: true })

/** The address of a service that a token may be sent to: https, or this machine. */
export function safeOrigin(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return
  const { protocol, origin, username, password } = new URL(address)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocalAddress(origin))
  return isSafe && !username && !password ? origin : undefined
}
