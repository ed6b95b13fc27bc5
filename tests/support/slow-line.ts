import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * The same server, further away: replies come this many milliseconds later, for all statements or
 * only one.
 */
export async function slowLineTo(url: string, ms: number, question = '') {
  const near = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer(client => {
    if (isCut) return client.destroy()
    const upstream = connect(Number(near.port), near.hostname)
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => client.destroy()))
    let isLate = question === ''
    client.on('data', piece => {
      isLate = piece.includes(question)
    })
    client.pipe(upstream)
    upstream.on('data', piece => setTimeout(() => client.write(piece), isLate ? ms : 0))
    upstream.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  const far = new URL(url)
  far.hostname = '127.0.0.1'
  far.port = `${(server.address() as AddressInfo).port}`
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: far.href,
    /** Closes every connection until it is repaired. */
    cut: () => {
      isCut = true
      hangUp()
    },
    mend: () => {
      isCut = false
    },
    close: async () => {
      hangUp()
      await new Promise(done => server.close(done))
    },
  }
}
