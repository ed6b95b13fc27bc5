import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Fault } from '../../../core/errors.ts'
import { closeFilesIn, makePrivateFiles, ownerBesidesRoot, privateFolder } from '../../config/private-folder.ts'
import { type FolderLock, lockOn } from '../../program/folder-lock.ts'
import { engineFiles, unpackDatabase } from './engine-files.ts'
import { oneSession } from './one-session.ts'

interface EmbeddedEngine {
  /** A connection to the process with the engine; waits while another process takes over. */
  connect: () => Promise<Socket>
  close: () => Promise<void>
}

/**
 * PGlite in `dataDir`, reached over a Unix socket. The process that holds the folder's lock runs
 * the engine. Every other process connects to its socket, and takes over when the holder exits. So
 * two engines never open one folder.
 */
export async function embeddedSocket(dataDir: string): Promise<EmbeddedEngine> {
  const folder = resolve(dataDir)
  refuseRoot(folder)
  privateFolder(folder)
  const endPrivacy = makePrivateFiles()
  let closing = false
  let running: RunningEngine | undefined

  const holdOrJoin = async (isFirst = false) => {
    const lock = takeLock(folder, isFirst)
    if (lock) running = await startEngine(folder, lock)
    return running !== undefined
  }
  const deadline = Date.now() + JOIN_WITHIN_MS
  while (!(await holdOrJoin(true)) && !(await answers(folder))) {
    if (Date.now() > deadline)
      throw new Fault(
        'service-down',
        `Another process is using the database in ${folder} but does not answer; end it and try again.`,
      )
    await Bun.sleep(50)
  }
  const watch = running
    ? undefined
    : setInterval(async () => {
        if (closing || running) return
        if (await holdOrJoin()) clearInterval(watch)
      }, TAKE_OVER_EVERY_MS)
  watch?.unref()

  return {
    connect: async () => {
      const deadline = Date.now() + CONNECT_WITHIN_MS
      while (Date.now() < deadline) {
        const socket = await reach(folder)
        if (socket) return socket
        await Bun.sleep(50)
      }
      throw Object.assign(new Error(`The embedded database in ${folder} does not answer.`), { code: 'CONNECT_TIMEOUT' })
    },
    close: async () => {
      closing = true
      clearInterval(watch)
      const engine = running
      running = undefined
      await engine?.stop()
      endPrivacy()
    },
  }
}

const JOIN_WITHIN_MS = 30_000
const CONNECT_WITHIN_MS = 10_000
const TAKE_OVER_EVERY_MS = 300

interface RunningEngine {
  stop: () => Promise<void>
}

async function startEngine(folder: string, lock: FolderLock): Promise<RunningEngine> {
  const dataDir = join(folder, 'pglite')
  const [files, { PGlite }, { PGLiteSocketServer }] = await Promise.all([
    engineFiles(folder),
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite-socket'),
    unpackDatabase(dataDir),
  ])
  const engine = await PGlite.create({ dataDir, ...files.options }).finally(files.done)
  closeFilesIn(dataDir)
  // As for every connection to a server (planner.ts says why); here all of them share one session.
  await engine.exec('set plan_cache_mode = force_generic_plan')
  const socketPath = newSocketPath(folder)
  const session = oneSession(engine)
  const server = new PGLiteSocketServer({ db: session.db, path: socketPath, maxConnections: 200 })
  session.watch(server)
  await server.start()
  chmodSync(socketPath, 0o600)
  return {
    stop: async () => {
      // Other processes get a moment to disconnect, and are cut off only between queries.
      const { activeConnections } = server.getStats()
      if (activeConnections > 0) await settled(() => server.getStats().activeConnections === 0, LINGER_MS)
      await settled(() => server.getStats().queuedQueries === 0 && !engine.isInTransaction(), QUIET_WITHIN_MS)
      await server.stop()
      await engine.close()
      forgetSocket(folder)
      lock.close()
    },
  }
}

const LINGER_MS = 1500
const QUIET_WITHIN_MS = 5000

async function settled(isSo: () => boolean, withinMs: number) {
  const deadline = Date.now() + withinMs
  while (!isSo() && Date.now() < deadline) await Bun.sleep(20)
}

function takeLock(folder: string, isFirst: boolean): FolderLock | undefined {
  try {
    return lockOn(join(folder, 'lock'))
  } catch (error) {
    // A process that has already joined carries on with the holder.
    if (isFirst) throw error
    return undefined
  }
}

function refuseRoot(folder: string) {
  const owner = ownerBesidesRoot(join(folder, 'pglite'))
  if (owner !== undefined)
    throw new Fault(
      'invalid',
      `The database in ${folder} belongs to another user, and files created by root would lock that user out. Run this as that user: sudo -u '#${owner}' …`,
    )
}

/** Whether a process, such as the service, uses the database in this folder. */
export const isInUse = (dataDir: string) => answers(resolve(dataDir))

const SOCKET = '.s.PGSQL.5432'

/**
 * Unix socket paths are limited to about 104 bytes. If the folder's path is too long, the socket is
 * in a new private folder in the temporary directory, with an unguessable name, and a file in the
 * data folder says where.
 */
const fitsInside = (folder: string) => Buffer.byteLength(join(folder, SOCKET)) < 100
const signpost = (folder: string) => join(folder, 'socket')

function socketPathOf(folder: string) {
  if (fitsInside(folder)) return join(folder, SOCKET)
  return existsSync(signpost(folder)) ? readFileSync(signpost(folder), 'utf8') : undefined
}

/** For the holder of the lock. First removes what an earlier holder left behind. */
function newSocketPath(folder: string) {
  forgetSocket(folder)
  if (fitsInside(folder)) return join(folder, SOCKET)
  const path = join(mkdtempSync(join(tmpdir(), 'dialin-')), SOCKET)
  // Renamed into place, so that nobody reads half of it.
  writeFileSync(`${signpost(folder)}.new`, path)
  renameSync(`${signpost(folder)}.new`, signpost(folder))
  return path
}

function forgetSocket(folder: string) {
  const path = socketPathOf(folder)
  if (path === undefined) return
  rmSync(path, { force: true })
  if (fitsInside(folder)) return
  rmSync(signpost(folder), { force: true })
  if (existsSync(dirname(path))) rmdirSync(dirname(path))
}

async function answers(folder: string) {
  const probe = await reach(folder)
  probe?.destroy()
  return probe !== undefined
}

function reach(folder: string) {
  const socketPath = socketPathOf(folder)
  return new Promise<Socket | undefined>(done => {
    if (socketPath === undefined) return done(undefined)
    const socket = connect(socketPath, () => done(socket))
    // A socket that is cut off at once may close without connecting and without an error.
    for (const event of ['error', 'close']) socket.once(event, () => done(undefined))
  })
}
