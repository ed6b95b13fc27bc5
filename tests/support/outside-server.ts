import { createServer, type TLSSocket } from 'node:tls'

export interface OutsideServer {
  port: number
  /** The head of every request, as it arrived. */
  requests: string[]
  /** How many connections are open. */
  connections: () => number
  stop: () => Promise<void>
}

/** Somebody else's server, which does what a test says once a request has arrived. */
export async function openOutsideServer(
  certificate: { cert: string; key: string },
  answer: (socket: TLSSocket) => void,
  host = '127.0.0.1',
  port = 0,
): Promise<OutsideServer> {
  const requests: string[] = []
  const open = new Set<TLSSocket>()
  const server = createServer(certificate, socket => {
    open.add(socket)
    let head = ''
    socket.on('data', piece => {
      head += piece
      if (!head.endsWith('\r\n\r\n')) return
      requests.push(head)
      answer(socket)
    })
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
  })
  // Refused certificates.
  server.on('tlsClientError', () => {})
  await new Promise<void>(listening => server.listen(port, host, listening))
  return {
    port: (server.address() as { port: number }).port,
    requests,
    connections: () => open.size,
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise(closed => server.close(closed))
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** A whole reply that ends with the connection, unless its headers say how long it is. */
export function replyOf(body: string, { status = 200, ...headers }: Record<string, string | number> = {}) {
  const lines = Object.entries({ ...JSON_TYPE, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} So\r\n${lines.join('')}\r\n${body}`
}
