import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { Unreachable } from '../../core/outside.ts'
import { version } from '../../package.json'
import { isUnproven } from '../program/certificate.ts'

const MAX_DOCUMENT_BYTES = 10 * 1024
/** Including headers, interim replies and the framing of chunks: a server could send those forever. */
const MAX_BYTES = 32 * 1024

interface Connecting {
  /** Those of the URL's host: connections are made to these only. */
  addresses: readonly string[]
  /** In place of the authorities that the machine trusts. */
  ca: string | undefined
  signal: AbortSignal
}

/** The body of a 200 in JSON. Nothing is followed, decompressed or sent along. */
export async function readResponse(url: URL, connecting: Connecting) {
  const { responded, hangUp } = ask(url, connecting)
  try {
    const response = await responded
    refuseOther(response)
    return { headers: response.headers, body: await bodyOf(response) }
  } catch (error) {
    throw error instanceof Unreachable ? error : new Unreachable(reasonFor(error))
  } finally {
    hangUp()
  }
}

function ask(url: URL, { addresses, ca, signal }: Connecting) {
  const { promise: responded, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const asked = request(url, {
    // The shared agent may follow HTTPS_PROXY, and a proxy would look the name up again.
    agent: false,
    ...(ca !== undefined && { ca }),
    // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED=0 changes nothing.
    rejectUnauthorized: true,
    // Bun and Node connect to what this answers, and still check the certificate for the URL's host.
    lookup: (_host, _options, answer) =>
      answer(
        null,
        addresses.map(address => ({ address, family: isIP(address) })),
      ),
    headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': `Dialin/${version}` },
    signal,
  })
  asked.on('response', resolve)
  asked.on('error', reject)
  // After it the connection is no longer the request's, and neither `signal` nor `destroy` ends it.
  asked.on('upgrade', ({ statusCode }, socket) => {
    socket.destroy()
    reject(not200(statusCode))
  })
  asked.on('socket', socket => {
    let bytes = 0
    socket.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > MAX_BYTES) asked.destroy(tooLarge())
    })
  })
  asked.end()
  return { responded, hangUp: () => asked.destroy() }
}

function refuseOther({ statusCode = 0, headers }: IncomingMessage) {
  if (statusCode !== 200) throw not200(statusCode)
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (!/^application\/([\w.-]+\+)?json$/i.test(type.trim()))
    throw new Unreachable('The Content-Type of the document must be application/json.')
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw new Unreachable('The document must be sent without a Content-Encoding.')
}

async function bodyOf(response: IncomingMessage) {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response) {
    bytes += piece.length
    if (bytes > MAX_DOCUMENT_BYTES) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const not200 = (status = 0) =>
  new Unreachable(
    status >= 300 && status < 400
      ? `The server answered ${status}. We don't follow redirects, so give the URL of the document itself.`
      : `The server answered ${status}. It must answer 200.`,
  )

const tooLarge = () => new Unreachable('The document must have at most 10 kB.')

const reasonFor = (error: unknown) =>
  isUnproven(error)
    ? "The server's certificate must be valid for the host in the URL and come from a public authority."
    : 'The server could not be reached, or stopped before the end of the document.'
