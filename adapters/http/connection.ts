/** Whether a client says that this is its last request on a connection. The server closes it then; the reply says so too. */
export function isLastOnConnection({ headers }: Request) {
  const wish = headers.get('connection')
  return wish !== null && /(^|[\s,])close($|[\s,])/i.test(wish)
}
