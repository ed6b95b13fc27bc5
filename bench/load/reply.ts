const HEAD_END = Buffer.from('\r\n\r\n')
/**
 * The end of a chunked reply. JSON contains no such line breaks, and the next request waits for
 * this reply.
 */
const LAST_CHUNK = '\r\n0\r\n\r\n'

/**
 * Reads replies from one connection. Returns the status once a reply is complete, undefined until
 * then.
 */
export function replyReader() {
  let head: Buffer = Buffer.alloc(0)
  /** Bytes still to come; undefined for a chunked reply, which only its last chunk ends. */
  let missing: number | undefined = 0
  let tail = ''
  let status = 0
  return (bytes: Buffer): number | undefined => {
    if (missing === 0) {
      head = head.length === 0 ? bytes : Buffer.concat([head, bytes])
      const end = head.indexOf(HEAD_END)
      if (end === -1) return undefined
      const text = head.toString('latin1', 0, end)
      const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
      if (length === undefined && !/\r\ntransfer-encoding: *chunked/i.test(text))
        throw new Error(`A reply without a length: ${text}`)
      status = Number(text.slice(9, 12))
      missing = length === undefined ? undefined : Number(length) - (head.length - end - HEAD_END.length)
    } else if (missing !== undefined) missing -= bytes.length
    if (missing === undefined) {
      tail = (tail + bytes.toString('latin1', Math.max(0, bytes.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length)
      if (tail !== LAST_CHUNK) return undefined
      missing = 0
    }
    if (missing > 0) return undefined
    head = Buffer.alloc(0)
    tail = ''
    return status
  }
}
