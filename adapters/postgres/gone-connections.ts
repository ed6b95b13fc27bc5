import type { PGlite } from '@electric-sql/pglite'
import type { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** What the socket server keeps to itself. */
interface QueryQueue {
  clearTransactionIfNeeded: (connectionId: number) => Promise<void>
}

/**
 * The server rolls back the transaction of a connection that goes away, but only if that connection was the last to be
 * answered. One that is cut off while its `begin` still runs is not yet: its transaction would stay open, and everybody
 * else would wait for its next statement for ever. So we let what runs end before the server looks.
 */
export function rollBackForGone(server: PGLiteSocketServer, engine: PGlite) {
  const { queryQueue } = server as unknown as { queryQueue: QueryQueue }
  const rollBack = queryQueue.clearTransactionIfNeeded.bind(queryQueue)
  queryQueue.clearTransactionIfNeeded = async connectionId => {
    if (engine.closed) return
    await engine.runExclusive(async () => {})
    // The server notes who was answered right after that; what is scheduled now comes behind it.
    await new Promise(setImmediate)
    if (!engine.closed) await rollBack(connectionId)
  }
}
