import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import postgres from 'postgres'
import { unpackDatabase } from '../../adapters/postgres/engine-files.ts'
import { rollBackForGone } from '../../adapters/postgres/gone-connections.ts'
import { temporaryFolder } from '../support/templates.ts'

test('a connection that is cut off while its begin runs leaves no transaction open for everybody else', async () => {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'pglite')
  await unpackDatabase(dataDir)
  const engine = await PGlite.create({ dataDir })
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const send = engine.execProtocolRawStream.bind(engine)
  // As when the engine still writes to the disk after it has run the statement.
  engine.execProtocolRawStream = async (message, options) => {
    await send(message, options)
    if (!Buffer.from(message).includes('begin')) return
    begun.resolve()
    await goOn.promise
  }
  const path = join(folder, '.s.PGSQL.5432')
  const server = new PGLiteSocketServer({ db: engine, path, maxConnections: 10 })
  rollBackForGone(server, engine)
  await server.start()
  const gone = connect(path)
  gone.write(simpleQuery('begin'))
  await begun.promise
  const closed = new Promise(done => server.addEventListener('connection', done, { once: true }))
  gone.destroy()
  const sql = postgres({ host: folder, user: 'postgres', database: 'postgres', max: 1 })
  const answer = sql`select 1 as one`.then(([row]) => row?.one)
  await closed
  goOn.resolve()
  expect(await answer).toBe(1)
  expect(engine.isInTransaction()).toBe(false)
  await sql.end()
  await server.stop()
  await engine.close()
})

function simpleQuery(text: string) {
  const message = Buffer.alloc(text.length + 6)
  message.write('Q')
  message.writeInt32BE(text.length + 5, 1)
  message.write(text, 5)
  return message
}
