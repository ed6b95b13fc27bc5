/** A strong validator: the same bytes, the same tag. */
export const etagOf = (body: string | Uint8Array) => `"${Bun.hash(body).toString(36)}"`

/** Whether the client already has this very reply. */
export function matches(request: Request, etag: string) {
  const known = request.headers.get('if-none-match')
  if (known === null) return false
  return known === '*' || known.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag)
}
