import { pipeline, Readable, type Transform } from 'node:stream'
import { isPieces } from '../../core/pieces.ts'

interface JsonStreamOptions {
  failed: (error: unknown) => void
  /** Asked before the last piece leaves. */
  atEnd: () => Promise<unknown>
  /** What compresses it, if it is to be. */
  packer: (() => Transform) | undefined
}

/**
 * The JSON of a reply whose lists may come in pieces. Each is asked for when the client has taken the one before; a
 * client that goes away ends the reading, and a failure cuts the reply off, so that nobody takes a part for the whole.
 */
export function jsonStream(reply: unknown, { failed, atEnd, packer }: JsonStreamOptions): ReadableStream<Uint8Array> {
  const json = encoded(endingWith(partsOf(reply), atEnd))
  const parts = packer ? packed(json, packer) : json
  let isLeft = false
  return new ReadableStream(
    {
      pull: async controller => {
        try {
          const { done, value } = await parts.next()
          if (isLeft) return
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          // Whoever has gone away misses nothing, and what was being read for them ends in the middle.
          if (isLeft) return
          failed(error)
          controller.error(new Error('The reply was cut off.'))
        }
      },
      cancel: async () => {
        isLeft = true
        await parts.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

async function* encoded(parts: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}

/** Begun when the first is asked for: whoever asks for the headers alone takes none. */
async function* packed(parts: AsyncIterable<Uint8Array>, packer: () => Transform) {
  // What fails, fails whoever reads the last of them.
  const whole = pipeline(Readable.from(parts, { highWaterMark: 1 }), packer(), () => {})
  for await (const part of whole) yield part as Uint8Array
}

async function* endingWith(parts: AsyncGenerator<string, undefined>, atEnd: () => Promise<unknown>) {
  let last = ''
  for await (const part of parts) {
    if (last) yield last
    last = part
  }
  await atEnd()
  yield last
}

async function* partsOf(value: unknown): AsyncGenerator<string, undefined> {
  if (isPieces(value)) {
    let before = '['
    for await (const piece of value) {
      if (piece.length === 0) continue
      yield before + JSON.stringify(piece).slice(1, -1)
      before = ','
    }
    yield before === '[' ? '[]' : ']'
  } else if (holdsPieces(value)) {
    let before = '{'
    for (const [name, part] of Object.entries(value)) {
      if (part === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* partsOf(part)
      before = ','
    }
    yield '}'
  } else yield JSON.stringify(value)
}

const holdsPieces = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).some(part => isPieces(part) || holdsPieces(part))
