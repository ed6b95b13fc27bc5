import * as v from 'valibot'

/** Where a grinder's curve comes from, for people: what it is called, and where it is if it has an address. */
export const GrinderSource = v.object({ title: v.string(), url: v.nullable(v.string()) })

/** A source in the data is a title, or an address and its title. */
export function sourceOf(text: string): v.InferOutput<typeof GrinderSource> {
  const [, url = null, title = url === null ? text : ''] = /^(https?:\/\/\S+)(?:\s+(\S.*))?$/.exec(text.trim()) ?? []
  return { title: title || hostOf(text), url }
}

const hostOf = (address: string) => address.replace(/^https?:\/\/(www\.)?/, '').split('/', 1)[0] ?? ''
