import { faultAt } from '../../core/errors.ts'
import { MAX_BODY_BYTES } from '../config/config.ts'
import type { Coerce } from '../schemas/coerce.ts'
import { refuseUnstorable, refuseUnstorableIn } from '../schemas/storable.ts'
import type { Endpoint, LargeBody } from './endpoint.ts'
import { methodsOf } from './endpoint.ts'
import type { HeldBodies } from './held-bodies.ts'
import type { Upload } from './uploads.ts'

/** A Fault where a body is known to be too large before any of it is read. */
function refuseLargeBody(request: Request, maxBytes: number) {
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
}

/** A body that says it is so small is counted as it says and read at once: a stream would take longer than the rest. */
const AT_ONCE_BYTES = 4096

/** A body that waits on the disk, and where. */
interface StoredBody extends LargeBody {
  begin: (bytes: number) => Promise<Upload>
}
/** As many as tell what a file is. */
const HEAD_BYTES = 4

/** Reads a body, or a Fault as soon as it is too much. What it holds, or has on the disk, it has until `release`. */
export function bodyReader(request: Request, maxBytes: number, held: HeldBodies, addressOf: () => string) {
  let size = 0
  let upload: Upload | undefined
  let isCutShort = Number(request.headers.get('content-length')) > maxBytes
  let address: string | undefined
  const kind = maxBytes > MAX_BODY_BYTES ? 'files' : 'plain'
  const count = (bytes: number) => {
    if (bytes === 0) return
    // Once: behind a proxy that reuses its connection it must be the same when the body is let go.
    address ??= addressOf()
    size += bytes
    held.count(address, kind, bytes)
  }
  const hold = (bytes: number) => {
    count(bytes)
    if (size > maxBytes) throw tooLarge(maxBytes)
    const refusal = address === undefined ? undefined : held.refusal(address, kind)
    if (refusal) throw refusal
  }

  const read = async (storable?: StoredBody): Promise<Buffer<ArrayBuffer>> => {
    const declared = Number(request.headers.get('content-length'))
    if (declared > 0 && declared <= AT_ONCE_BYTES) {
      hold(declared)
      return Buffer.from(await request.arrayBuffer())
    }
    refuseLargeBody(request, storable?.maxBytes ?? maxBytes)
    // Places on the disk are few: what says that it is small enough to hold takes none.
    const large = declared > 0 && declared <= maxBytes ? undefined : storable
    if (request.body === null) return Buffer.alloc(0)
    let chunks: Uint8Array[] = []
    let isKnown = large === undefined
    isCutShort = true
    const take = async (chunk: Uint8Array) => {
      if (!upload) hold(chunk.byteLength)
      chunks.push(chunk)
      if (large && !isKnown && size >= HEAD_BYTES) {
        isKnown = true
        if (large.is(Buffer.concat(chunks))) upload = await large.begin(declared || large.maxBytes)
        else refuseLargeBody(request, maxBytes)
      }
      if (!large || !upload) return
      for (const piece of chunks) if ((await upload.write(piece)) > large.maxBytes) throw tooLarge(large.maxBytes)
      chunks = []
      count(-size)
    }
    const reader = request.body.getReader()
    // The next is asked for when this one is away: who sends faster than the disk takes it waits.
    for (let next = await reader.read(); !next.done; next = await reader.read())
      try {
        await take(next.value)
      } catch (fault) {
        chunks = []
        count(-size)
        isCutShort = await isLeftBy(reader)
        throw fault
      }
    isCutShort = false
    return Buffer.concat(chunks)
  }

  const release = async () => {
    count(-size)
    await upload?.end()
  }
  return {
    read,
    release,
    /** All of it, where it is on the disk. */
    stored: () => upload?.file,
    /** Some of it is still on the way, and nobody will read it. */
    isCutShort: () => isCutShort,
  }
}

/** For so long what still comes is taken, and so long it may pause: well beyond what a sender needs to look up. */
const MOST_LINGERING_MS = 5000
const LINGERING_PAUSE_MS = 250

/**
 * Whether some of a body that is refused in the middle is still to come. What is on its way is taken first and thrown away:
 * a sender whose line is cut finds that, and not the answer.
 */
async function isLeftBy(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const until = performance.now() + MOST_LINGERING_MS
  while (performance.now() < until) {
    const next = await Promise.race([reader.read(), Bun.sleep(LINGERING_PAUSE_MS)])
    if (!next) return true
    if (next.done) return false
  }
  return true
}

/** What is read on and thrown away of a file that is too large; who sends more finds the line cut. */
const MOST_DISCARDED_BYTES = 64 * 1024 * 1024

/**
 * A body that says it is too large, where a page is shown for it: a browser may not look at an answer before it has sent
 * all, so all is taken, and none of it held.
 */
export function discardedBody(request: Request, maxBytes: number) {
  const declared = Number(request.headers.get('content-length'))
  if (declared <= maxBytes || declared > MOST_DISCARDED_BYTES) return
  const read = async () => {
    for await (const _ of request.body ?? []);
    return Buffer.alloc(0)
  }
  return { read, fault: tooLarge(maxBytes) }
}

/** What a form puts around a file. */
export const FORM_BYTES = 10_000

/** The file that a request brings: its body, or that field of the form which its body is. */
export async function fileIn(request: Request, sent: Buffer<ArrayBuffer>, name: string): Promise<Uint8Array> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) return sent
  const form = await new Response(sent, { headers: { 'content-type': type } }).formData().catch(() => undefined)
  if (!form) throw faultAt([], 'is no form that can be read.')
  const file = form.get(name)
  return file instanceof File ? file.bytes() : new Uint8Array()
}

const tooLarge = (maxBytes: number) => faultAt([], `is larger than ${sizeInWords(maxBytes)}.`, 'too-large')

export const sizeInWords = (bytes: number) =>
  bytes < MIB ? `${Math.floor(bytes / 1024)} KiB` : `${Math.floor(bytes / MIB)} MiB`
const MIB = 1024 * 1024

type ReadInput = (request: Request, params: Record<string, string> | undefined, body: string) => unknown

/** Joins an endpoint's input: names in the path from the path, the rest from the query on GET, from the body otherwise. */
export function inputReader(endpoint: Endpoint, coerce: Coerce): ReadInput {
  const fromQuery = methodsOf(endpoint)[0] === 'GET'
  return (request, params, body) => {
    const input = fromQuery ? queryOf(request.url, coerce) : jsonObjectIn(body)
    for (const name in params) {
      const text = params[name] ?? ''
      refuseUnstorable(name, text)
      // One address for one thing: 01, +1 and 1e0 are not other names of 1.
      input[name] = /^(0|[1-9]\d*)$/.test(text) ? coerce(name, text) : text
    }
    return input
  }
}

function queryOf(url: string, coerce: Coerce) {
  const input: Record<string, unknown> = {}
  const at = url.indexOf('?')
  if (at === -1) return input
  // An empty value is as good as none (`?q=&limit=`), and of a repeated name the first counts.
  for (const [name, text] of new URLSearchParams(url.slice(at + 1))) {
    if (text === '' || name in input) continue
    refuseUnstorable(name, text)
    input[name] = coerce(name, text)
  }
  return input
}

function jsonObjectIn(body: string): Record<string, unknown> {
  if (body === '') return {}
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw faultAt([], 'is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw faultAt([], 'must be a JSON object.')
  refuseUnstorableIn(body, value)
  return value as Record<string, unknown>
}
