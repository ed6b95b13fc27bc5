import type { PGlite } from '@electric-sql/pglite'
import type { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** What the socket server keeps to itself: the statements that wait for the one session of the engine. */
interface QueryQueue {
  processing: boolean
  processQueue: () => Promise<void>
  clearTransactionIfNeeded: (connectionId: number) => Promise<void>
}

/** Two ways in which a connection that goes away, or a statement that fails, would leave everybody else waiting for ever. */
export function keepQueueMoving(server: PGLiteSocketServer, engine: PGlite) {
  const { queryQueue } = server as unknown as { queryQueue: QueryQueue }
  rollBackForGone(queryQueue, engine)
  goOnAfterFailure(queryQueue)
}

/**
 * The server rolls back the transaction of a connection that goes away, but only if that connection was the last to be
 * answered. One that is cut off while its `begin` still runs is not yet: its transaction would stay open, and the queue would
 * wait for its next statement. So we let what runs end before the server looks.
 */
function rollBackForGone(queue: QueryQueue, engine: PGlite) {
  const rollBack = queue.clearTransactionIfNeeded.bind(queue)
  queue.clearTransactionIfNeeded = async connectionId => {
    if (engine.closed) return
    await engine.runExclusive(async () => {})
    // The server notes who was answered right after that; what is scheduled now comes behind it.
    await new Promise(setImmediate)
    if (!engine.closed) await rollBack(connectionId)
  }
}

/** The server leaves its queue where a statement throws, as one does whose answer cannot be written any more, and never comes back. */
function goOnAfterFailure(queue: QueryQueue) {
  const run = queue.processQueue.bind(queue)
  let isRunning = false
  queue.processQueue = async () => {
    if (isRunning) return
    isRunning = true
    do {
      queue.processing = false
      await run()
    } while (queue.processing)
    isRunning = false
  }
}
