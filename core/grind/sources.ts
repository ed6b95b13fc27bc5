import * as v from 'valibot'

/** A source of a grinder's curve, for people: its title, and its address if it has one. */
export const GrinderSource = v.object({ title: v.string(), url: v.nullable(v.string()) })

/** A source in the data is a title, or an address followed by a title. */
export function sourceOf(text: string): v.InferOutput<typeof GrinderSource> {
  const [, url = null, title = url === null ? text : ''] = /^(https?:\/\/\S+)(?:\s+(\S.*))?$/.exec(text.trim()) ?? []
  return { title: title || hostOf(text), url }
}

const hostOf = (address: string) => address.replace(/^https?:\/\/(www\.)?/, '').split('/', 1)[0] ?? ''
