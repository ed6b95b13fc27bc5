const HEAD_END = Buffer.from('\r\n\r\n')

/** Reads replies off one connection: gives the status once a reply is in whole, undefined while some of it is missing. */
export function replyReader() {
  let head: Buffer = Buffer.alloc(0)
  let missing = 0
  let status = 0
  return (bytes: Buffer): number | undefined => {
    if (missing === 0) {
      head = head.length === 0 ? bytes : Buffer.concat([head, bytes])
      const end = head.indexOf(HEAD_END)
      if (end === -1) return undefined
      const text = head.toString('latin1', 0, end)
      const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
      if (length === undefined) throw new Error(`A reply without a length: ${text}`)
      status = Number(text.slice(9, 12))
      missing = Number(length) - (head.length - end - HEAD_END.length)
    } else missing -= bytes.length
    if (missing > 0) return undefined
    head = Buffer.alloc(0)
    return status
  }
}
