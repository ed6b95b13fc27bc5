import { entriesOf } from '../../schemas/coerce.ts'
import { accessOf, isPage, type Method, pathNamesOf, type Route } from '../endpoint.ts'
import { faultStatus, type HttpFaultCode } from '../faults.ts'
import type { DocumentedResponse } from './schema.ts'

/** What each fault means to the client that gets it. */
export const faultInWords: Record<HttpFaultCode, string> = {
  invalid: 'A field is missing or wrong; the message names it',
  'link-expired': 'The link was used or has expired',
  'setting-off-dial': 'The grinder has no such setting',
  'not-signed-in': 'Not signed in, or the session has ended',
  'wrong-credentials': 'Wrong password, address or identity token',
  'not-allowed': 'Not allowed for this account, or sent from a page that is not allowed',
  'not-a-roaster-member': 'You don’t manage a roaster, or not this one',
  'premium-only': 'For premium roasters',
  'not-found': 'Nothing at this address',
  'grinder-not-found': 'Grinder not found',
  'coffee-not-found': 'Coffee not found',
  'recipe-not-found': 'Recipe not found',
  'roaster-not-found': 'Roaster not found',
  'brew-not-found': 'Brew log not found, or not yours',
  'method-not-allowed': 'Method not allowed at this address',
  'email-taken': 'There is an account with this address',
  'claim-pending': 'You already have an open claim',
  'already-a-member': 'You, or they, already manage this roaster',
  'already-in-collection': 'The recipe is already in the collection',
  'already-invited': 'They’ve already been invited or have declined',
  'last-owner': 'A roaster needs at least one owner',
  'name-taken': 'This name is taken',
  'slug-taken': 'Another coffee of yours has this slug',
  'coffee-in-use': 'People have recipes, brews or bags of it',
  'log-full': 'Your brew log is full',
  'too-large': 'The body is too large',
  'body-too-slow': 'The request body arrived too slowly',
  'too-many-requests': 'Too many requests from this address. Retry after the time given in Retry-After',
  internal: 'Internal server error',
  'service-down': 'The database is unavailable or busy. Retry after the time given in Retry-After',
}

export interface ErrorResponses {
  /** Each is listed once, under the name of its faults. */
  responses: Record<string, DocumentedResponse>
  of: (route: Route, method: Method) => Record<number, { $ref: string }>
}

export function errorResponses(): ErrorResponses {
  const responses: Record<string, DocumentedResponse> = {}
  const refFor = (status: number, codes: HttpFaultCode[]) => {
    const name = codes.map(inPascalCase).join('Or')
    responses[name] ??= errorResponse(status, codes)
    return { $ref: `#/components/responses/${name}` }
  }
  return {
    responses,
    of: (route, method) =>
      Object.fromEntries([...faultsByStatus(route, method)].map(([status, codes]) => [status, refFor(status, codes)])),
  }
}

const errorResponse = (status: number, codes: HttpFaultCode[]): DocumentedResponse => ({
  description: `${codes.map(code => faultInWords[code]).join('. ')}.`,
  ...([429, 503].includes(status) && {
    headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
  }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const inPascalCase = (code: string) => code.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())

function faultsByStatus(route: Route, method: Method) {
  // Any request may lack a Host, fail, or find the database unavailable.
  const codes = new Set<HttpFaultCode>(['invalid', ...(route.faults ?? []), 'internal', 'service-down'])
  const access = accessOf(route)
  const isPublic = access === 'public' || access === 'anyone'
  if (!isPublic) codes.add('not-signed-in').add('not-allowed')
  if (access === 'roaster') codes.add('not-a-roaster-member')
  if (route.limit) codes.add('too-many-requests')
  if (!isPage(route)) {
    if (pathNamesOf(route).length > 0 && Object.keys(entriesOf(route.input)).length > 0) codes.add('not-found')
    if (method !== 'GET') {
      codes.add('too-large')
      if (!route.open) codes.add('not-allowed')
    }
  }
  const grouped = new Map<number, HttpFaultCode[]>()
  for (const code of codes) grouped.set(faultStatus[code], [...(grouped.get(faultStatus[code]) ?? []), code])
  return grouped
}
