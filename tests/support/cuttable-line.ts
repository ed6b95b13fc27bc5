import { type AddressInfo, connect, createServer, type ListenOptions, type NetConnectOpts, type Socket } from 'node:net'

/** A reply of at least this many bytes usually contains several rows. */
const LONG_ANSWER_BYTES = 500

/** A proxy in front of a database, TCP or unix socket, whose connections a test can cut. */
export async function cuttableLine(to: NetConnectOpts, at: ListenOptions = { port: 0, host: '127.0.0.1' }) {
  const lines = new Set<{ client: Socket; database: Socket; isDoomed: boolean }>()
  let cuts = 0
  const server = createServer(client => {
    const database = connect(to)
    const line = { client, database, isDoomed: false }
    lines.add(line)
    const close = () => {
      lines.delete(line)
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) socket.on('error', close)
    client.on('close', close)
    database.on('close', () => client.end())
    client.pipe(database)
    database.on('data', (piece: Buffer) => {
      if (!line.isDoomed || piece.length < LONG_ANSWER_BYTES) return void client.write(piece)
      cuts++
      client.end(piece.subarray(0, piece.length / 2))
      database.destroy()
    })
  }).listen(at)
  await new Promise(listening => server.once('listening', listening))
  return {
    port: (server.address() as AddressInfo).port,
    /** How many connections were cut so far. */
    cuts: () => cuts,
    /** Cuts every connection now. */
    cutNow: () => {
      for (const { client, database } of lines) {
        cuts++
        client.destroy()
        database.destroy()
      }
    },
    /** Cuts every connection in the middle of its next long reply. */
    cutInRows: () => {
      for (const line of lines) line.isDoomed = true
    },
    close: async () => {
      for (const { client, database } of lines) {
        client.destroy()
        database.destroy()
      }
      await new Promise(closed => server.close(closed))
    },
  }
}
