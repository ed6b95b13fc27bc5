import type { OutsideDocument } from '../../core/outside.ts'
import { Unreachable } from '../../core/outside.ts'
import type { jarOf } from './jar.ts'
import type { TestWorld } from './world.ts'

export const APP_ID = 'https://kitchen-notes.example/app.json'
export const REDIRECT = 'https://kitchen-notes.example/back'

export const described = (more: object = {}) => ({
  client_id: APP_ID,
  client_name: 'Kitchen Notes',
  redirect_uris: [REDIRECT, 'http://127.0.0.1/back'],
  token_endpoint_auth_method: 'none',
  ...more,
})

/** Lets the world read these documents, by their address, and nothing else. */
export function describeApps(world: TestWorld, documents: Record<string, unknown> = { [APP_ID]: described() }) {
  const readJson = async (url: string): Promise<OutsideDocument> => {
    if (!(url in documents)) throw new Unreachable(`There is nothing at ${url}.`)
    return { json: documents[url], keepMs: 60_000 }
  }
  Object.assign(world.ports.outside, { readJson })
}

type Browsing = Pick<ReturnType<typeof jarOf>, 'open' | 'send'>

/** What a person presses on the consent page, and where that leads. */
export async function answerConsent(
  jar: Browsing,
  authorizationUrl: URL,
  answer: 'allow' | 'deny' = 'allow',
): Promise<URL> {
  const { pathname, search, searchParams } = authorizationUrl
  const { text } = await jar.open(`${pathname}${search}`)
  const person = personAskedIn(text)
  const { status, headers } = await jar.send(pathname, { ...Object.fromEntries(searchParams), answer, person })
  const location = headers.get('location')
  if (status !== 303 || !location) throw new Error(`The consent page answered ${status}.`)
  return new URL(location)
}

/** The hidden field that names the person whom a page asks. */
export const personAskedIn = (text: string) => /name="person" value="(\d+)"/.exec(text)?.[1] ?? ''
