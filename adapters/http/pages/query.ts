import * as v from 'valibot'
import * as field from '../../../core/fields.ts'
import { isStorable } from '../../schemas/storable.ts'
import { type Html, html } from './html.ts'

/** The values of a query parameter, without empty ones. */
export const textsIn = (url: URL, name: string) =>
  url.searchParams.getAll(name).filter(text => text.trim() !== '' && isStorable(text))

/** The id in a URL or a form, if valid. Each thing has one URL, so 01 does not count as 1. */
export const idIn = (text: string | null | undefined) =>
  /^[1-9]\d{0,9}$/.test(text ?? '') && v.is(field.id, Number(text)) ? Number(text) : undefined

/** The valid parameters. Each invalid one is left out. */
export const validIn = <E extends v.ObjectEntries>(
  schema: v.ObjectSchema<E, undefined>,
  given: Partial<Record<keyof E, unknown>>,
): v.InferOutput<v.ObjectSchema<E, undefined>> => {
  const valid = Object.entries(given).filter(([name, value]) => v.is(schema.entries[name] ?? v.never(), value))
  return v.parse(schema, Object.fromEntries(valid))
}

/** What is wrong with the words that a person typed, so that they can correct them. */
export function complaintAbout(schema: v.GenericSchema, words: string | undefined) {
  const parsed = v.safeParse(schema, words)
  if (parsed.success) return undefined
  return parsed.issues[0].type === 'check'
    ? `Search for at most ${field.MOST_SEARCH_WORDS} different words.`
    : 'Shorten your search to 100 characters.'
}

/** Parameters that a form has no fields for. */
export const hiddenFields = (url: URL, names: string[]): Html[] =>
  names.flatMap(name => textsIn(url, name).map(value => html`<input type="hidden" name="${name}" value="${value}">`))
