import { afterAll, afterEach } from 'bun:test'
import type { TLSSocket } from 'node:tls'
import { openOutside } from '../../adapters/outside/outside.ts'
import { isPublicAddress } from '../../adapters/outside/public-address.ts'
import { type Authority, newAuthority } from '../support/certificates.ts'
import { PATIENCE_MS } from '../support/eventually.ts'
import { type OutsideServer, openOutsideServer } from '../support/outside-server.ts'
import { whyUnreachable } from './why-unreachable.ts'

/** A name that only these tests know, so that no other lookup can find it. */
export const OUTSIDE_HOST = 'app.example'

interface Serving {
  host?: string
  port?: number
  certificate?: ReturnType<Authority['certify']>
}

/** Servers that end after each test, and a reader to whom 127.0.0.1 alone is public on this machine. */
export function outsideServers() {
  // Made for the first test, because those of machines without openssl are skipped.
  let made: Authority | undefined
  let own: Serving['certificate']
  const authority = () => {
    made ??= newAuthority()
    return made
  }
  const started: OutsideServer[] = []
  afterEach(async () => {
    for (const server of started.splice(0)) await server.stop()
  })
  afterAll(() => made?.stop())

  /** Sends this text and closes, or does what is said. */
  const serve = async (answer: string | ((socket: TLSSocket) => void), { host, port, certificate }: Serving = {}) => {
    own ??= authority().certify(`DNS:${OUTSIDE_HOST}`)
    const does = typeof answer === 'string' ? (socket: TLSSocket) => void socket.end(answer) : answer
    const server = await openOutsideServer(certificate ?? own, does, host, port)
    started.push(server)
    return server
  }
  const readFrom = ({ port }: { port: number }, rules: Parameters<typeof openOutside>[1] = {}, host = OUTSIDE_HOST) =>
    openOutside(() => new Date(), {
      addressesOf: async () => ['127.0.0.1'],
      isPublic: address => address === '127.0.0.1' || isPublicAddress(address),
      ca: authority().ca,
      limitMs: PATIENCE_MS,
      ...rules,
    }).readJson(`https://${host}:${port}/client.json?a=b`)

  return {
    authority,
    serve,
    readFrom,
    /** What is wrong with that answer. */
    refusalBy: async (answer: Parameters<typeof serve>[0]) => whyUnreachable(readFrom(await serve(answer))),
  }
}
