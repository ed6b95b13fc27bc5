import * as v from 'valibot'
import * as field from '../../../core/fields.ts'

/** A path on our own site; one that begins with two slashes leads to another site. */
export function pathIn(asked: string | null | undefined, otherwise = '/'): string {
  const path = v.safeParse(field.sitePath, asked)
  return path.success ? path.output.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent) : otherwise
}

/** The page whose form was sent, if it is ours. */
export function pageBefore({ url, headers }: Request): string | undefined {
  const from = headers.get('referer') ?? ''
  if (!URL.canParse(from)) return
  const { protocol, host, pathname, search } = new URL(from)
  if (!/^https?:$/.test(protocol) || host !== new URL(url).host) return
  return pathIn(`${pathname}${search}`, '') || undefined
}
