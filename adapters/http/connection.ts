/**
 * Whether the client says that this is its last request on the connection. The server then closes
 * it, and the reply says so.
 */
export function isLastOnConnection({ headers }: Request) {
  const wish = headers.get('connection')
  return wish !== null && /(^|[\s,])close($|[\s,])/i.test(wish)
}
