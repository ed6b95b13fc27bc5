import { afterEach, beforeEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import postgres from 'postgres'
import { unpackDatabase } from '../../adapters/postgres/engine/engine-files.ts'
import { oneSession } from '../../adapters/postgres/engine/one-session.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/templates.ts'

let folder: string
let engine: PGlite
let server: PGLiteSocketServer
beforeEach(async () => {
  folder = temporaryFolder()
  const dataDir = join(folder, 'pglite')
  await unpackDatabase(dataDir)
  engine = await PGlite.create({ dataDir })
  const session = oneSession(engine)
  server = new PGLiteSocketServer({ db: session.db, path: join(folder, SOCKET), maxConnections: 10 })
  session.watch(server)
  await server.start()
})
afterEach(async () => {
  await server.stop()
  await engine.close()
})

const SOCKET = '.s.PGSQL.5432'
const opened = () => postgres({ host: folder, user: 'postgres', database: 'postgres', max: 1 })

test('a connection cut off during its begin leaves no transaction open for everybody else', async () => {
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const send = engine.execProtocolRawStream.bind(engine)
  // As when the engine still writes to the disk after running the statement.
  engine.execProtocolRawStream = async (message, options) => {
    await send(message, options)
    if (!Buffer.from(message).includes('begin')) return
    begun.resolve()
    await goOn.promise
  }
  const gone = connect(join(folder, SOCKET))
  gone.write(simpleQuery('begin'))
  await begun.promise
  const another = new Promise(done => server.addEventListener('connection', done, { once: true }))
  gone.destroy()
  const sql = opened()
  const answer = sql`select 1 as one`.then(([row]) => row?.one)
  await another
  goOn.resolve()
  expect(await answer).toBe(1)
  expect(engine.isInTransaction()).toBe(false)
  await sql.end()
})

test('a statement whose reply cannot be written does not block the next one', async () => {
  const send = engine.execProtocolRawStream.bind(engine)
  engine.execProtocolRawStream = async (message, options) => {
    if (Buffer.from(message).includes('lost')) throw new Error('The socket is gone.')
    await send(message, options)
  }
  const gone = connect(join(folder, SOCKET))
  const closed = new Promise(done => gone.once('close', done))
  gone.write(simpleQuery("select 'lost'"))
  await closed
  const sql = opened()
  expect(await sql`select 1 as one`).toMatchObject([{ one: 1 }])
  await sql.end()
})

test('prepared statements end with their connection', async () => {
  const [gone, cut] = [opened(), connect(join(folder, SOCKET))]
  await gone`select 1 as one`
  await gone.end()
  cut.write(Buffer.concat([parse('left_open', 'select 2'), SYNC]))
  await new Promise(answered => cut.once('data', answered))
  cut.destroy()
  const sql = opened()
  const left = () => sql`select from pg_prepared_statements where statement in ('select 1 as one', 'select 2')`
  await eventually(async () => (await left()).length === 0)
  await sql.end()
})

const SYNC = Buffer.from('S\0\0\0\x04')
function parse(name: string, text: string) {
  const message = Buffer.from(`P\0\0\0\0${name}\0${text}\0\0\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}

function simpleQuery(text: string) {
  const message = Buffer.alloc(text.length + 6)
  message.write('Q')
  message.writeInt32BE(text.length + 5, 1)
  message.write(text, 5)
  return message
}
