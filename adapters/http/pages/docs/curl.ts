import type { Operation } from '../../openapi.ts'
import { type DocsField, type FieldSchema, propertiesOf } from './fields.ts'

/** A request that the service takes as it stands, with values as people send them. */
export function curlFor(method: string, path: string, operation: Operation, baseUrl: string) {
  const about = path.split('/').findLast(part => part !== '' && !part.startsWith('{')) ?? ''
  const example = (name: string, schema: FieldSchema) => exampleOf(about, name, schema)
  const { parameters = [], 'x-access': access } = operation
  const address = path.replace(/\{(\w+)\}/g, (_, name) => {
    const schema = parameters.find(parameter => parameter.in === 'path' && parameter.name === name)?.schema ?? {}
    return String(example(name, schema))
  })
  const inQuery = parameters.filter(parameter => parameter.in === 'query')
  const query = telling(inQuery, about, 1).map(
    ({ name, schema }) => `${name}=${encodeURIComponent(String(example(name, schema))).replaceAll('%2F', '/')}`,
  )
  const url = `${baseUrl}${address}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const body = bodyFor(operation, about)
  const verb = method === 'GET' || (method === 'POST' && body) ? '' : `-X ${method} `
  return [
    `curl ${verb}'${url}'`,
    ...(access === 'member' || access === 'roaster' ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(operation.operationId === 'postApiMcp' ? ["-H 'Accept: application/json, text/event-stream'"] : []),
    ...(body
      ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body, null, 1).replace(/\n */g, ' ')}'`]
      : []),
  ].join(' \\\n  ')
}

/** What is needed or has an example of its own; where nothing is, some of what we have an example of. */
function telling(given: DocsField[], about: string, some: number) {
  const needed = given.filter(({ name, required }) => required || `${about} ${name}` in exampleValues)
  return needed.length > 0 ? needed : given.filter(({ name }) => name in exampleValues).slice(0, some)
}

function bodyFor({ operationId, requestBody }: Operation, about: string) {
  if (operationId === 'postApiMcp') return { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  if (!requestBody) return
  const fields = propertiesOf(requestBody.content['application/json']?.schema ?? {})
  return Object.fromEntries(telling(fields, about, 5).map(({ name, schema }) => [name, exampleOf(about, name, schema)]))
}

function exampleOf(about: string, name: string, schema: FieldSchema): unknown {
  if (schema.format === 'date') return name === 'from' ? '2026-11-01' : '2026-11-15'
  const named = /such as ([\w-]+)/.exec(schema.description ?? '')?.[1]
  const known = exampleValues[`${about} ${name}`] ?? named ?? exampleValues[name]
  if (known !== undefined) return known
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'boolean') return true
  // Levels of one to five, and ids.
  if (schema.type === 'integer' || schema.type === 'number') return schema.maximum === 5 ? 3 : 1
  return 'text'
}

/** By name; before it, by the last word of the path and the name. */
const exampleValues: Record<string, unknown> = {
  'adaptRecipe coffeeProfileId': 1,
  'adaptRecipe strength': 4,
  'adaptRecipe taste': 1,
  'brew-logs doseGrams': 15,
  'brew-logs grindSetting': 24,
  'brew-logs grinderId': 48,
  'brew-logs method': 'v60',
  'brew-logs rating': 4,
  'brew-logs waterGrams': 250,
  'coffees name': 'Huila El Mirador',
  'coffees origin': 'Colombia',
  'collections name': 'Weekend cups',
  'grind-feedback method': 'v60',
  'machines brand': 'Hario',
  'password currentPassword': 'a long enough one',
  'profile acidityLevel': 4,
  'profile tagline': 'Roasted by the river',
  'recipes name': 'Sunday V60',
  'roaster-claims roasterSlug': 'ottermill',
  'roasters search': 'otter',
  'search brewMethod': 'v60',
  'search grindRange': 'medium',
  'search sort': 'highest_rated',
  'suggestions name': 'yirga',
  BEANS: [],
  BREWS: [],
  accentColor: '#A9711F',
  acidityLevel: 4,
  acidityTolerance: 0.7,
  allowedDomains: ['ottermill.example'],
  body: 'Sweet and clear at 23 clicks.',
  brand: 'Comandante',
  businessEmail: 'hello@ottermill.example',
  coffeeId: 1,
  coffeeProfileId: 1,
  coffeeSlug: 'huila-el-mirador',
  company: 'Ottermill',
  doseGrams: 15,
  email: 'ann@example.com',
  feedback: 'JUST_RIGHT',
  grindSetting: 24,
  grinderId: 48,
  id: 17,
  identityToken: 'eyJraWQiOiJXNldjT0tC',
  machineId: 67,
  message: 'Do you have the curve of my grinder?',
  method: 'v60',
  name: 'Ann',
  newPassword: 'a longer one than before',
  notifyRecipeComments: false,
  password: 'a long enough one',
  q: 'yirgacheffe',
  rating: 4,
  ratio: 16.67,
  references: [{ grindIndex: 40, setting: 25, feedback: 'JUST_RIGHT' }],
  roastLevel: 'LIGHT',
  roasterName: 'Ottermill',
  roasterSlug: 'ottermill',
  setting: 24,
  shareId: 'k7Qm2xW9',
  slug: 'ottermill',
  subject: 'A question',
  token: 'the-token-of-the-mail',
  tz: 'Europe/Berlin',
  volumeGrams: 250,
  vote: 'UP',
  waterGrams: 250,
}
