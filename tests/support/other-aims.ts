import { brewColumns } from '../../core/brews/brews-csv.ts'
import { promptList } from '../../mcp/prompts.ts'
import { toolsOfService } from '../../mcp/server.ts'
import { aBean, aBrew, anExport, aPreparation } from './beanconqueror.ts'
import { type Aim, inHead, json } from './hostile-aims.ts'

/** Headers that our code or a library reads. */
const headers = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'connection',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'mcp-method',
  'mcp-protocol-version',
  'mcp-session-id',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
]
const cookies = ['svc_session', 'grinder', 'unit', 'colours', 'tz', 'unsent', 'unsent-2', 'anything']
/**
 * One of each kind that is answered in its own way: a page, lists, public data, an event, a cached
 * file.
 */
const routes = [
  'GET /',
  'GET /me',
  'GET /recipes',
  'GET /api/recipes',
  'GET /api/grinders',
  'GET /llms.txt',
  'GET /nothing/here',
  'POST /api/embed/track-impression',
  'POST /me/log',
  'POST /api/mcp',
]

/** A header consists of bytes; other characters are URL-encoded. */
const inHeader = (text: string) =>
  [...text].every(sign => sign >= ' ' && sign <= '~') ? text.slice(0, 12_000).trim() : inHead(text)

export const headerAims = (): Aim[] =>
  routes.flatMap(route => {
    const [method = '', path = ''] = route.split(' ')
    const body = method === 'POST' ? { body: '{}' } : {}
    const aim = (what: string, sent: (text: string) => Record<string, string>): Aim => ({
      what: `${route} ${what}`,
      with: text => ({ method, path, headers: { accept: 'text/html', ...sent(inHeader(text)) }, ...body }),
    })
    return [
      ...headers.map(name => aim(name, text => ({ [name]: text }))),
      aim('an origin', text => ({ origin: `https://${text}` })),
      aim('a referer', text => ({ referer: `https://${text}`, 'sec-fetch-dest': 'iframe' })),
      aim('a language', text => ({ 'accept-language': `en-${text}` })),
      aim('a bearer', text => ({ authorization: `Bearer ${text}` })),
      ...cookies.map(name => aim(`cookie ${name}`, text => ({ cookie: `${name}=${text}` }))),
    ]
  })

const call = (method: string, params: object) => ({
  path: '/api/mcp',
  method: 'POST',
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
})

/** Every argument of every tool and prompt, and the other texts in MCP requests. */
export const mcpAims = (): Aim[] => [
  ...toolsOfService.tools.flatMap(({ name, input, example }) =>
    Object.keys((input as unknown as { entries: object }).entries).map(
      (argument): Aim => ({
        what: `${name} ${argument}`,
        with: text => call('tools/call', { name, arguments: { ...(example as object), [argument]: text } }),
      }),
    ),
  ),
  ...promptList.prompts.flatMap(({ name, arguments: all = [] }) =>
    all.map(
      (argument): Aim => ({
        what: `${name} ${argument.name}`,
        with: text =>
          call('prompts/get', {
            name,
            arguments: { ...Object.fromEntries(all.map(({ name }) => [name, 'x'])), [argument.name]: text },
          }),
      }),
    ),
  ),
  { what: 'the name of a tool', with: text => call('tools/call', { name: text }) },
  { what: 'a method', with: text => call(text, {}) },
  { what: 'a resource', with: text => call('resources/read', { uri: `grinder://${text}` }) },
  {
    what: 'a completion',
    with: text =>
      call('completion/complete', {
        ref: { type: 'ref/resource', uri: 'grinder://{slug}' },
        argument: { name: 'slug', value: text },
      }),
  },
]

const MANY_ROWS = 20
const imported = (rows: object) => ({ path: '/api/user/import?isDryRun=true', method: 'POST', ...json(rows) })
const fieldsOf = (row: object) => Object.keys(row).filter(name => name !== 'config')

/** Every cell of a table of brews and every field of an export of Beanconqueror, in many rows at once. */
export const importAims = (): Aim[] => {
  const rows = (row: (uuid: string) => object) => Array.from({ length: MANY_ROWS }, (_, at) => row(`row ${at}`))
  const inRows = (kind: string, names: string[], all: (name: string, text: string) => object): Aim[] =>
    names.map(name => ({ what: `import ${kind} ${name}`, with: text => imported(anExport(all(name, text))) }))
  return [
    ...Object.keys(brewColumns).map(
      (column): Aim => ({
        what: `import table ${column}`,
        with: text => ({
          path: '/api/user/import?isDryRun=true',
          method: 'POST',
          headers: { 'content-type': 'text/csv' },
          body: `date,method,${column}\n${`2026-03-31 08:15,v60,"${text.replaceAll('"', '""')}"\n`.repeat(MANY_ROWS)}`,
        }),
      }),
    ),
    ...inRows('brew', fieldsOf(aBrew('')), (name, text) => ({ BREWS: rows(uuid => aBrew(uuid, { [name]: text })) })),
    ...inRows('bean', fieldsOf(aBean('')), (name, text) => ({ BEANS: rows(uuid => aBean(uuid, { [name]: text })) })),
    ...inRows('preparation', fieldsOf(aPreparation('', 'V60')), (name, text) => ({
      PREPARATION: rows(uuid => aPreparation(uuid, 'V60', { [name]: text })),
    })),
    ...inRows('mill', ['name'], (name, text) => ({
      MILL: rows(uuid => ({ [name]: text, config: { uuid, unix_timestamp: 1715500800 } })),
    })),
  ]
}
