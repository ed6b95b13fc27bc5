import { faultAt } from '../../core/errors.ts'
import { MAX_BODY_BYTES } from '../config/config.ts'
import type { Coerce } from '../schemas/coerce.ts'
import { refuseUnstorable, refuseUnstorableIn } from '../schemas/storable.ts'
import type { Endpoint, LargeBody } from './endpoint.ts'
import { methodsOf } from './endpoint.ts'
import type { HeldBodies } from './held-bodies.ts'
import type { Upload } from './uploads.ts'

/** Throws a Fault if the declared length is already too large, before anything is read. */
function refuseLargeBody(request: Request, maxBytes: number) {
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
}

/**
 * A body with a declared length up to this is counted by that length and read in one go: reading it
 * as a stream would take longer than the rest of the request.
 */
const AT_ONCE_BYTES = 4096

/** A large body that is written to disk as it arrives; `begin` starts writing it. */
interface StoredBody extends LargeBody {
  begin: (bytes: number) => Promise<Upload>
}
/** How many bytes it takes to recognise the kind of file. */
const HEAD_BYTES = 4

/**
 * Reads a body, and throws a Fault as soon as it is too large. The memory or file that it uses is
 * kept until `release`.
 */
export function bodyReader(request: Request, maxBytes: number, held: HeldBodies, addressOf: () => string) {
  let size = 0
  let upload: Upload | undefined
  let isCutShort = Number(request.headers.get('content-length')) > maxBytes
  let address: string | undefined
  const kind = maxBytes > MAX_BODY_BYTES ? 'files' : 'plain'
  const count = (bytes: number) => {
    if (bytes === 0) return
    // Looked up only once: behind a proxy that reuses its connection, the body must be released
    // under the address it was counted under.
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
    // Only a few bodies may be on disk at once, so one that declares a size small enough for memory
    // stays there.
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
    // The next chunk is read once this one is dealt with, so a client that sends faster than the
    // disk can write has to wait.
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
    /** The file with the whole body, if it was written to disk. */
    stored: () => upload?.file,
    /** Part of the body has not been read, and nobody will read it. */
    isCutShort: () => isCutShort,
  }
}

/**
 * How long we keep reading a refused body, and how long the sender may pause in it: ample time for
 * a client to notice the reply.
 */
const MOST_LINGERING_MS = 5000
const LINGERING_PAUSE_MS = 250

/**
 * Whether more of a body that was refused halfway is still to come. What is already on its way is
 * read and discarded first, because a client whose connection is cut while it sends sees the error
 * and not our reply.
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

/**
 * The largest declared size that is read and discarded. A client that sends more has its connection
 * closed.
 */
const MOST_DISCARDED_BYTES = 64 * 1024 * 1024

/**
 * For a body whose declared length is too large, where the reply is a page: a browser may not read
 * the reply before it has sent everything, so all of it is read and none of it kept.
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

/** Room for what a form adds around a file. */
export const FORM_BYTES = 10_000

/** The file in a request: the body itself or, if the body is a form, the field of this name. */
export async function fileIn(request: Request, sent: Buffer<ArrayBuffer>, name: string): Promise<Uint8Array> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) return sent
  const form = await new Response(sent, { headers: { 'content-type': type } }).formData().catch(() => undefined)
  if (!form) throw faultAt([], 'is not a form we can read.')
  const file = form.get(name)
  return file instanceof File ? file.bytes() : new Uint8Array()
}

const tooLarge = (maxBytes: number) => faultAt([], `is larger than ${sizeInWords(maxBytes)}.`, 'too-large')

export const sizeInWords = (bytes: number) =>
  bytes < MIB ? `${Math.floor(bytes / 1024)} KiB` : `${Math.floor(bytes / MIB)} MiB`
const MIB = 1024 * 1024

type ReadInput = (request: Request, params: Record<string, string> | undefined, body: string) => unknown

/**
 * Builds an endpoint's input: path parameters from the path, everything else from the query on GET
 * and from the body on other methods.
 */
export function inputReader(endpoint: Endpoint, coerce: Coerce): ReadInput {
  const fromQuery = methodsOf(endpoint)[0] === 'GET'
  return (request, params, body) => {
    const input = fromQuery ? queryOf(request.url, coerce) : jsonObjectIn(body)
    for (const name in params) {
      const text = params[name] ?? ''
      refuseUnstorable(name, text)
      // Each thing has one address: 01, +1 and 1e0 are not other spellings of 1.
      input[name] = /^(0|[1-9]\d*)$/.test(text) ? coerce(name, text) : text
    }
    return input
  }
}

function queryOf(url: string, coerce: Coerce) {
  const input: Record<string, unknown> = {}
  const at = url.indexOf('?')
  if (at === -1) return input
  // An empty value counts as absent (`?q=&limit=`). If a name is repeated, the first value counts.
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
