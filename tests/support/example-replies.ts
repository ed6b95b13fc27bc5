import { weekdayOf } from '../../core/brews/week.ts'
import type { ExampleStep } from './api-examples.ts'
import type { TestWorld } from './world.ts'

/** The replies shown in the OpenAPI document, one line per operation. */
export const EXAMPLES = 'adapters/http/openapi/replies.json'

export const STALE_EXAMPLES = `${EXAMPLES} is not what the service answers: run \`bun run examples\`.`

/** The replies of the example run: only JSON, with lists shortened, and the same on every run. */
export function exampleReplies(steps: ExampleStep[], { url }: TestWorld): Record<string, unknown> {
  return Object.fromEntries(
    steps
      .filter(
        ({ status, headers, text }) =>
          status < 300 && headers.get('content-type')?.startsWith('application/json') && text !== '',
      )
      .map(({ operation, text }) => [operation, cut(JSON.parse(lasting(text.replaceAll(url, SITE))))]),
  )
}

export const inLines = (examples: Record<string, unknown>) =>
  `{\n${Object.entries(examples)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, reply]) => ` ${JSON.stringify(name)}: ${JSON.stringify(reply)}`)
    .join(',\n')}\n}\n`

const SITE = 'https://dialin.example'
const DAY = '2026-11-15'
const CODE = '4k7mx02pqz'
const CURSOR = 'WyIyMDI2LTExLTE1IiwgMV0.mBGVbJPUdqmMPwVa'

/**
 * Without what differs between runs: instants, days, tokens, codes, cursors, the commit, and
 * figures of the machine.
 */
const lasting = (text: string) =>
  onDay(text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, `${DAY}T07:30:00.000Z`))
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl')
    .replace(/(?<="dln_)[\da-f]+/g, random => '4f1a09c7e25b83d6'.repeat(3).slice(0, random.length))
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '1d0b8f52-3c58-4b1e-9d6a-7f0c2a51e6b4')
    .replace(/"(cursor|nextCursor)":"[^"]+"/g, (_, name) => `"${name}":"${CURSOR}"`)
    .replace(/("code":"|\/b\/)[\da-z]{10}\b/g, `$1${CODE}`)
    .replace(/"database":"[\da-f]{32}"/g, '"database":"8c1f0e5b7a9d42638c1f0e5b7a9d4263"')
    .replace(/("version":"[^"]+",)(?:"commit":"[\da-f]{8}",)?(?="checks")/, '$1"commit":"1df2fb1a",')
    .replace(/"(uptime|latencyMs|applied)":[\d.]+/g, (_, name) => `"${name}":${name === 'latencyMs' ? 1 : 42}`)

/**
 * The last day mentioned is always the same, the others keep their distance from it, and each keeps
 * its weekday.
 */
function onDay(text: string) {
  const days = /"\d{4}-\d\d-\d\d"/g
  const latest = text.match(days)?.toSorted().at(-1)
  if (!latest) return text
  const shift = Date.parse(DAY) - Date.parse(JSON.parse(latest))
  return text
    .replace(days, day => `"${new Date(Date.parse(JSON.parse(day)) + shift).toISOString().slice(0, 10)}"`)
    .replace(/"label":"\w{3}","date":"([\d-]+)"/g, (_, day) => `"label":"${weekdayOf(day)}","date":"${day}"`)
}

/** The start of a long list is enough. */
function cut(value: unknown): unknown {
  if (Array.isArray(value)) return (value.length > 5 ? value.slice(0, 2) : value).map(cut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner)]))
}
