import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The same server, further away: whatever it answers comes so many milliseconds later. */
export async function slowLineTo(url: string, ms: number) {
  const near = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer(client => {
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
  return {
    url: far.href,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}
