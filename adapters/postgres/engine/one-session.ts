import type { PGlite } from '@electric-sql/pglite'
import type { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** A private part of the socket server: messages that wait for the engine. */
interface MessageQueue {
  processing: boolean
  processQueue: () => Promise<void>
  enqueue: (connectionId: number, message: Uint8Array, onData: (data: Uint8Array) => void) => Promise<number>
  clearTransactionIfNeeded: (connectionId: number) => Promise<void>
}

/**
 * The socket server shares one session of the engine among its connections, message by message, and
 * keeps a connection's messages together only inside a transaction. What else this needs is here:
 * - A query is several messages (Parse, Bind, Execute … Sync) that share the unnamed portal, so
 *   another connection's Bind in between would run the wrong query: a batch counts as a transaction
 *   until its Sync.
 * - A connection that goes away leaves its batch or transaction open, and all others would wait
 *   forever for its next message. The server cleans up after the connection that was answered last,
 *   but not after one that is cut off while its message runs.
 * - It also leaves its prepared statements, with their plans, in the session. After some thousand
 *   connections the engine would be out of memory.
 */
export function oneSession(engine: PGlite) {
  const inTransaction = engine.isInTransaction.bind(engine)
  const send = engine.execProtocolRawStream.bind(engine)
  const senders = new WeakMap<Uint8Array, number>()
  let isBatchOpen = false
  /** The connection whose message ran last: an open batch or transaction belongs to it. */
  let sender: number | undefined
  /** The statements that each connection has prepared, and those of connections that are gone. */
  const prepared = new Map<number, Set<string>>()
  let abandoned: string[] = []

  const db: PGlite = Object.assign(engine, {
    isInTransaction: () => isBatchOpen || inTransaction(),
    execProtocolRawStream: async (message: Uint8Array, options: Parameters<typeof send>[1]) => {
      if (abandoned.length > 0 && !isBatchOpen) {
        const closing = Buffer.concat(abandoned.map(closeMessage))
        abandoned = []
        await send(new Uint8Array(closing), { onRawData: () => {} })
      }
      isBatchOpen = BATCH_MESSAGES.includes(message[0] ?? 0)
      sender = senders.get(message)
      return send(message, { ...options, onRawData: data => unlessGone(() => options?.onRawData(data)) })
    },
  })

  const endFor = (connectionId: number) =>
    engine.runExclusive(async () => {
      if (sender !== connectionId) return
      if (isBatchOpen) await send(SYNC, { onRawData: () => {} })
      isBatchOpen = false
      if (inTransaction()) await send(ROLLBACK, { onRawData: () => {} })
    })

  return {
    db,
    watch: (server: PGLiteSocketServer) => {
      const { queryQueue: queue } = server as unknown as { queryQueue: MessageQueue }
      const enqueue = queue.enqueue.bind(queue)
      queue.enqueue = (connectionId, message, onData) => {
        senders.set(message, connectionId)
        const name = preparedBy(message)
        if (name) prepared.set(connectionId, (prepared.get(connectionId) ?? new Set()).add(name))
        return enqueue(connectionId, message, onData)
      }
      queue.clearTransactionIfNeeded = async connectionId => {
        if (!engine.closed) await endFor(connectionId)
        abandoned.push(...(prepared.get(connectionId) ?? []))
        prepared.delete(connectionId)
        if (!engine.closed) await queue.processQueue()
      }
      goOnAfterFailure(queue)
    },
  }
}

/** Without this, the server stops working on its queue for good if a message throws. */
function goOnAfterFailure(queue: MessageQueue) {
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

/** A reply without a reader must not stop the engine in the middle of a message. */
function unlessGone(write: () => void) {
  try {
    write()
  } catch {
    // Its connection is closed, which ends whatever it began.
  }
}

/** Parse, Bind, Describe, Execute, Close, Flush: what comes before a Sync. */
const BATCH_MESSAGES = [...'PBDECH'].map(letter => letter.charCodeAt(0))
const PARSE = 'P'.charCodeAt(0)

/** The name in a message that prepares a statement; empty for the unnamed one. */
const preparedBy = (message: Uint8Array) =>
  message[0] === PARSE ? Buffer.from(message.subarray(5, message.indexOf(0, 5))).toString() : undefined

/** Close, of a statement: C, its length, S, the name and a zero. */
function closeMessage(name: string) {
  const message = Buffer.from(`C\0\0\0\0S${name}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}

const SYNC = new Uint8Array([0x53, 0, 0, 0, 4])
/** A simple query: Q, its length, its text and a zero. */
const ROLLBACK = new Uint8Array(Buffer.from('Q\0\0\0\x0drollback\0'))
