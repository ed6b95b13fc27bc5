import { DAY_MS } from '../../core/dates.ts'
import { type OutsideDocument, Unreachable } from '../../core/outside.ts'

/** So that nobody who walks through it runs out of stack. */
const MAX_LEVELS = 20

const MINUTE_MS = 60_000

export function documentIn(body: Uint8Array, cacheControl = ''): OutsideDocument {
  const json = jsonIn(body)
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new Unreachable('The document must be a JSON object.')
  if (isDeeper(json, MAX_LEVELS)) throw new Unreachable('The document must be nested at most 20 levels deep.')
  return { json, keepMs: keepMsOf(cacheControl) }
}

function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Unreachable('The document must be JSON in UTF-8.')
  }
}

const isDeeper = (json: unknown, levels: number): boolean =>
  typeof json === 'object' &&
  json !== null &&
  (levels === 0 || Object.values(json).some(inside => isDeeper(inside, levels - 1)))

/** We serve many people with one copy, so what is meant for shared caches comes first. */
function keepMsOf(cacheControl: string) {
  const control = cacheControl.toLowerCase()
  if (/\b(no-store|no-cache|private)\b/.test(control)) return MINUTE_MS
  const seconds = /\bs-maxage="?(\d+)/.exec(control)?.[1] ?? /\bmax-age="?(\d+)/.exec(control)?.[1]
  return Math.min(Math.max(Number(seconds ?? 0) * 1000, MINUTE_MS), DAY_MS)
}
