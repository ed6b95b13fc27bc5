import { pipeline, Readable, type Transform } from 'node:stream'
import { isPieces, type Pieces } from '../../core/pieces.ts'

interface StreamOptions {
  failed: (error: unknown) => void
  /** Awaited before the last piece is sent. */
  atEnd: () => Promise<unknown>
  /** Creates the compressor; undefined to send the reply uncompressed. */
  packer: (() => Transform) | undefined
}

type TextParts = AsyncGenerator<string, undefined>

/**
 * A reply that is sent while it is being read. Each part is read when the client has taken the one
 * before. A client that disconnects ends the reading. A failure cuts the reply off, so that nobody
 * mistakes a part for the whole.
 */
export function streamOf(text: TextParts, { failed, atEnd, packer }: StreamOptions): ReadableStream<Uint8Array> {
  const whole = encoded(endingWith(text, atEnd))
  const parts = packer ? packed(whole, packer) : whole
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
          // The client is gone, and the error only says that reading for it was interrupted.
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

/** Starts when the first part is requested: a HEAD request never asks for one. */
async function* packed(parts: AsyncIterable<Uint8Array>, packer: () => Transform) {
  // The callback ignores errors because the loop below throws them.
  const whole = pipeline(Readable.from(parts, { highWaterMark: 1 }), packer(), () => {})
  for await (const part of whole) yield part as Uint8Array
}

async function* endingWith(parts: TextParts, atEnd: () => Promise<unknown>) {
  let last = ''
  for await (const part of parts) {
    if (last) yield last
    last = part
  }
  await atEnd()
  yield last
}

/** The JSON text of a reply whose lists may come in pieces. */
export async function* jsonParts(value: unknown): TextParts {
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
      yield* jsonParts(part)
      before = ','
    }
    yield '}'
  } else yield JSON.stringify(value)
}

/** The lines of a file, unchanged. */
export async function* lineParts(lines: Pieces<string>): TextParts {
  for await (const piece of lines) if (piece.length > 0) yield piece.join('')
}

const holdsPieces = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).some(part => isPieces(part) || holdsPieces(part))
