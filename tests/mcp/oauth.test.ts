import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as current from '@modelcontextprotocol/client'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { toolPurposes } from '../../core/tools.ts'
import { APP_ID, answerConsent, describeApps, described } from '../support/apps.ts'
import { jarOf } from '../support/jar.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { drinkerOfGuji } from './me.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  describeApps(world)
})
afterAll(() => world.stop())

const redirectUrl = 'http://127.0.0.1:41999/back'

/** What an app keeps for its sign-in. It is described by its document, and never registers. */
function keeper() {
  const kept: { url?: URL; verifier?: string; tokens?: unknown; client?: unknown; discovery?: unknown } = {}
  const provider = {
    redirectUrl,
    clientMetadataUrl: APP_ID,
    clientMetadata: { ...described(), client_name: 'Kitchen Notes' },
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url: URL) => {
      kept.url = url
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (discovery: unknown) => {
      kept.discovery = discovery
    },
    discoveryState: () => kept.discovery,
  }
  return { kept, provider }
}

/** A person allows what an app has asked for in their browser. */
async function allowed(person: { token: string }, url: URL | undefined) {
  const jar = jarOf(world)
  jar.cookies.set('svc_session /', { name: 'svc_session', value: person.token, path: '/' })
  if (!url) throw new Error('The client did not ask anybody.')
  const back = await answerConsent(jar, url)
  return back.searchParams
}

test('a client of the current revision signs in, and has the tools of whoever allowed it', async () => {
  const { person } = await drinkerOfGuji(world)
  const { kept, provider } = keeper()
  const open = () =>
    new current.StreamableHTTPClientTransport(new URL(`${world.url}/api/mcp/me`), {
      authProvider: provider as current.OAuthClientProvider,
    })
  const client = () => new current.Client({ name: 'kitchen', version: '1' })
  const first = open()
  await expect(client().connect(first)).rejects.toThrow(current.UnauthorizedError)
  expect(kept.url?.searchParams.get('client_id')).toBe(APP_ID)
  expect(kept.url?.searchParams.get('resource')).toBe(`${world.url}/api/mcp/me`)
  await first.finishAuth(await allowed(person, kept.url))
  const signedIn = client()
  await signedIn.connect(open())
  const { structuredContent } = await signedIn.callTool({ name: 'get_my_shelf', arguments: {} })
  expect(JSON.stringify(structuredContent)).toContain('Guji Uraga')
  await signedIn.close()
})

test('a client of the revision before signs in', async () => {
  const { person } = await drinkerOfGuji(world)
  const { kept, provider } = keeper()
  const open = () => new EarlierTransport(new URL(`${world.url}/api/mcp/me`), { authProvider: provider as never })
  const client = () => new EarlierClient({ name: 'kitchen', version: '1' })
  const first = open()
  await expect(client().connect(first)).rejects.toThrow('Unauthorized')
  await first.finishAuth((await allowed(person, kept.url)).get('code') ?? '')
  const signedIn = client()
  await signedIn.connect(open())
  expect((await signedIn.listTools()).tools).toHaveLength(8)
  await signedIn.close()
})

test('nobody is sent to sign in for the open tools', async () => {
  const { kept, provider } = keeper()
  const client = new current.Client({ name: 'kitchen', version: '1' })
  const url = new URL(`${world.url}/api/mcp`)
  await client.connect(
    new current.StreamableHTTPClientTransport(url, { authProvider: provider as current.OAuthClientProvider }),
  )
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(Object.keys(toolPurposes))
  expect(kept.url).toBeUndefined()
  await client.close()
})
