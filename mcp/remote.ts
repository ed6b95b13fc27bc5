import { readFileSync } from 'node:fs'
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'
import { type Environment, loginKept, safeOrigin } from '../adapters/config/login.ts'
import { sitePaths } from '../adapters/site/addresses.ts'
import { Fault } from '../core/errors.ts'
import { ownToolPurposes } from '../core/tools.ts'

/** The tools for a person's own data, at the service that keeps it. */
export interface RemoteTools {
  tools: () => Promise<ListToolsResult['tools']>
  call: (name: string, args: unknown) => Promise<CallToolResult>
}

const TIME_LIMIT_MS = 20_000

/** Undefined if no token is set. A wrong value is a fault that names the variable. */
export function remoteTools(env: Environment): RemoteTools | undefined {
  const token = tokenIn(env)
  if (token === undefined) return
  const origin = originIn(env)
  const ask = async (method: string, params: object) => {
    const response = await fetch(`${origin}${sitePaths.ownMcp()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      // The token is meant for this server only.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    }).catch((error: Error) => {
      const why = error.name === 'TimeoutError' ? 'it took too long to answer' : error.message
      throw new Fault('service-down', `Couldn’t reach ${origin}: ${why}. Check DIALIN_URL and the connection.`)
    })
    if (response.status === 401)
      throw new Fault(
        'not-signed-in',
        `${origin} refused the token. Run dialin login again, or set DIALIN_TOKEN to a new one from ${origin}${sitePaths.keys()}, and start this program again.`,
      )
    const answer = (await response.json().catch(() => undefined)) as { result?: unknown; error?: { message?: string } }
    if (response.ok && answer?.result !== undefined) return answer.result
    const why = answer?.error?.message ?? `status ${response.status}`
    throw new Fault('service-down', `${origin} didn’t answer as a Dialin service does (${why}). Check DIALIN_URL.`)
  }
  return {
    tools: async () => {
      try {
        return ((await ask('tools/list', {})) as ListToolsResult).tools
      } catch (error) {
        console.error(error instanceof Fault ? error.message : String(error))
        return toolsUnlisted
      }
    },
    call: async (name, args) => {
      try {
        return (await ask('tools/call', { name, arguments: args })) as CallToolResult
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        return { content: [{ type: 'text', text: error.message }], isError: true }
      }
    },
  }
}

/** For when the service can't be reached. Calling one of these then says what is wrong. */
const toolsUnlisted = Object.entries(ownToolPurposes).map(([name, description]) => ({
  name,
  description,
  inputSchema: { type: 'object' as const },
}))

function tokenIn({ DIALIN_TOKEN, DIALIN_TOKEN_FILE }: Environment): string | undefined {
  if (DIALIN_TOKEN && DIALIN_TOKEN_FILE) throw invalid('Set DIALIN_TOKEN or DIALIN_TOKEN_FILE, not both.')
  const token = (DIALIN_TOKEN_FILE ? fileNamed(DIALIN_TOKEN_FILE) : DIALIN_TOKEN)?.trim()
  if (!token) return
  if (!/^[\x21-\x7e]+$/.test(token)) throw invalid('DIALIN_TOKEN must be an API token, without spaces.')
  return token
}

function fileNamed(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw invalid('DIALIN_TOKEN_FILE must name a file that can be read.')
  }
}

/** The message does not repeat the address, because it may contain a password. */
function originIn({ DIALIN_URL }: Environment): string {
  const origin = safeOrigin(DIALIN_URL)
  if (origin === undefined)
    throw invalid(
      'DIALIN_URL must be the address of the service that DIALIN_TOKEN is for, such as https://dialin.example. It must be https, unless it names this machine.',
    )
  return origin
}

/** Without a token in the environment, that of `dialin login`. */
export function withLogin(env: Environment): Environment {
  if (env.DIALIN_TOKEN || env.DIALIN_TOKEN_FILE) return env
  const login = loginKept(env)
  return login ? { ...env, DIALIN_TOKEN: login.token, DIALIN_URL: login.url } : env
}

const invalid = (message: string) => new Fault('invalid', message)
