import { entriesOf } from '../../schemas/coerce.ts'
import { accessOf, isPage, type Method, pathNamesOf, type Route } from '../endpoint.ts'
import { faultStatus, type HttpFaultCode } from '../faults.ts'
import type { DocumentedResponse } from './schema.ts'

/** What each fault means to the client that gets it. */
export const faultInWords: Record<HttpFaultCode, string> = {
  invalid: 'A field is missing or wrong; the sentence names it',
  'link-expired': 'The link was used or has expired',
  'setting-off-dial': 'The grinder has no such setting',
  'not-signed-in': 'No sign-in, or one that has ended',
  'wrong-credentials': 'Wrong password, address or identity token',
  'not-allowed': 'Not yours to do, or sent from a page that may not',
  'not-a-roaster-member': 'You manage no roaster, or not this one',
  'premium-only': 'For premium roasters',
  'not-found': 'Nothing at this address',
  'grinder-not-found': 'Grinder not found',
  'coffee-not-found': 'Coffee not found',
  'recipe-not-found': 'Recipe not found',
  'roaster-not-found': 'Roaster not found',
  'brew-not-found': 'Brew log not found, or not yours',
  'method-not-allowed': 'This address takes other methods',
  'email-taken': 'There is an account with this address',
  'claim-pending': 'A claim of yours is open',
  'already-a-member': 'You manage this roaster, or they do',
  'already-in-collection': 'The recipe is in the collection',
  'already-invited': 'They are invited, or declined',
  'last-owner': 'A roaster keeps an owner',
  'name-taken': 'Something else has this name',
  'slug-taken': 'Another coffee of yours has this slug',
  'coffee-in-use': 'People have recipes, brews or bags of it',
  'log-full': 'Your log holds as many brews as it may',
  'too-large': 'The body is too large',
  'body-too-slow': 'The body came too slowly',
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
  if (!isPublic) codes.add('not-signed-in')
  if (!isPublic && method !== 'GET') codes.add('not-allowed')
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
