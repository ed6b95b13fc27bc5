import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The same server, further away: whatever it answers comes so many milliseconds later. */
export async function slowLineTo(url: string, ms: number) {
  const near = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer(client => {
    if (isCut) return client.destroy()
    const upstream = connect(Number(near.port), near.hostname)
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => client.destroy()))
    client.pipe(upstream)
    upstream.on('data', piece => setTimeout(() => client.write(piece), ms))
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
    /** Everybody who calls is hung up on, until it is mended. */
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
