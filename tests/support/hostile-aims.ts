import type * as v from 'valibot'
import { isPage, methodsOf, pathOf } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { routeOf } from './crawl.ts'

export interface AimedRequest {
  path: string
  method: string
  headers?: Record<string, string>
  body?: string
}

/** One input that takes text from outside, and the request that carries it. */
export interface Aim {
  what: string
  with: (text: string) => AimedRequest
  /** The longest text accepted there, if known: a text of that length is processed further. */
  longest?: number | undefined
  /** Each request costs a whole page, so only a few texts are tried. */
  isPage?: true
}

/** A server reads 16 KiB of headers, our forms about 60,000 bytes. */
const HEAD_BYTES = 12_000
const FORM_BYTES = 50_000

/** As much of a text as fits, in URL encoding. */
function encodedIn(bytes: number, text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed())
  if (encoded.length <= bytes) return encoded
  return encodeURIComponent(text.slice(0, Math.floor((text.length * bytes) / encoded.length)).toWellFormed())
}
export const inHead = (text: string) => encodedIn(HEAD_BYTES, text)

type Path = (string | number)[]
type AnySchema = v.GenericSchema & {
  wrapped?: AnySchema
  entries?: Record<string, AnySchema>
  item?: AnySchema
  longest?: number
}

/** Every leaf field of a schema, with its path. */
function leavesOf(schema: AnySchema, path: Path = []): { path: Path; schema: AnySchema }[] {
  if (schema.wrapped) return leavesOf(schema.wrapped, path)
  if (schema.entries) return Object.entries(schema.entries).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
  return schema.item ? leavesOf(schema.item, [...path, 0]) : [{ path, schema }]
}

function withAt(given: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text
  if (typeof key === 'number') return [withAt(Array.isArray(given) ? given[0] : undefined, rest, text)]
  const fields = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {}
  return { ...fields, [key]: withAt(fields[key], rest, text) }
}

/** Every field of every endpoint, in its path, query or body; the others are as in its example. */
export const endpointAims = (): Aim[] =>
  endpoints.flatMap(endpoint => {
    if (isPage(endpoint) || endpoint.readsBody) return []
    const [method = 'GET'] = methodsOf(endpoint)
    return leavesOf(endpoint.input as AnySchema).map(({ path, schema }): Aim => {
      const request = (text: string): AimedRequest => {
        const given = withAt(endpoint.example ?? {}, path, text) as Record<string, unknown>
        const { address, rest } = inPath(pathOf(endpoint), given)
        if (method !== 'GET') return { method, path: address, ...(!endpoint.takesFile && json(rest)) }
        const query = Object.entries(rest).map(([name, value]) => `${name}=${inHead(textOf(value))}`)
        return { method, path: `${address}?${query.join('&')}` }
      }
      return { what: `${endpoint.route} ${path.join('.')}`, with: request, longest: schema.longest }
    })
  })

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
export const json = (value: unknown) => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
})

function inPath(path: string, given: Record<string, unknown>) {
  const rest = { ...given }
  const address = path.replace(/:(\w+)/g, (_, name) => {
    delete rest[name]
    return inHead(textOf(given[name] ?? 1)) || 'x'
  })
  return { address, rest }
}

/** Every name in the path of every page. */
export const pagePathAims = (): Aim[] =>
  pages.filter(isPage).flatMap(declared => {
    const [method = 'GET'] = methodsOf(declared)
    return [...pathOf(declared).matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      what: `${declared.route} ${name}`,
      with: (text: string) => ({
        method,
        path: inPath(pathOf(declared), { ...declared.example, [name]: text }).address,
      }),
    }))
  })

interface FoundForm {
  action: string
  method: string
  fields: [string, string][]
}

function formsIn(html: string, at: string): FoundForm[] {
  const forms: FoundForm[] = []
  const add = (name: string | null, value: string | null) => name && forms.at(-1)?.fields.push([name, value ?? ''])
  new HTMLRewriter()
    .on('form', {
      element: form =>
        void forms.push({
          action: (form.getAttribute('action') ?? at).replaceAll('&amp;', '&'),
          method: (form.getAttribute('method') ?? 'get').toUpperCase(),
          fields: [],
        }),
    })
    .on('form input, form button, form select, form textarea', {
      element: field => void add(field.getAttribute('name'), field.getAttribute('value')),
    })
    .transform(html)
  return forms
}

/** Every field of every form on these pages, and every query parameter in their URLs. */
export function formAims(texts: Map<string, string>): Aim[] {
  const aims = new Map<string, Aim>()
  const asking = (path: string, names: Iterable<string>) => {
    const { pathname, searchParams } = new URL(path, 'http://here')
    for (const name of names) {
      const what = `${routeOf('GET', pathname) ?? pathname} ?${name}`
      const query = [...searchParams]
        .filter(([other]) => other !== name)
        .map(([one, text]) => `${one}=${inHead(text)}&`)
      aims.set(what, {
        what,
        isPage: true,
        with: text => ({ method: 'GET', path: `${pathname}?${query.slice(0, 3).join('')}${name}=${inHead(text)}` }),
      })
    }
  }
  for (const [path, text] of texts) {
    asking(path, [...new URL(path, 'http://here').searchParams.keys(), 'anything'])
    if (!text.startsWith('<!')) continue
    for (const { action, method, fields } of formsIn(text, path)) {
      const names = new Set(fields.map(([name]) => name))
      if (method === 'GET') asking(action, names)
      else for (const name of names) addPosted(action, name, fields)
    }
  }
  return [...aims.values()]

  function addPosted(action: string, name: string, fields: [string, string][]) {
    const what = `${routeOf('POST', new URL(action, 'http://here').pathname) ?? action} form ${name}`
    const others = fields
      .filter(([other]) => other !== name)
      .map(([one, text]) => `${one}=${encodeURIComponent(text)}&`)
    aims.set(what, {
      what,
      with: text => ({
        method: 'POST',
        path: action,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `${others.join('')}${name}=${encodedIn(FORM_BYTES, text)}`,
      }),
    })
  }
}
