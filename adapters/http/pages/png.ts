import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { Fault } from '../../../core/errors.ts'
import { shippedFile } from '../../program/shipped.ts'

/** A picture is about 50 kB. */
const MOST_KEPT = 100
const MOST_WAITING = 20

interface Waiting {
  resolve: (png: Uint8Array<ArrayBuffer>) => void
  reject: (error: unknown) => void
}

const kept = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: MOST_KEPT })
/** Pictures come back in the order of the requests. */
const waiting: Waiting[] = []
let worker: Worker | undefined

/** A drawing as PNG, cached as long as it is requested often enough. */
export function pngOf(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const known = kept.get(svg)
  if (known) return known
  const png = made(svg)
  kept.set(svg, png)
  png.catch(() => kept.delete(svg))
  return png
}

async function made(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  if (waiting.length >= MOST_WAITING)
    throw new Fault('service-down', 'Too many images are being drawn. Try again in a moment.')
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  waiting.push({ resolve, reject })
  worker ??= started()
  worker.ref()
  worker.postMessage(svg)
  return promise
}

/** Started with the first picture. Does not keep the process running. */
function started(): Worker {
  const worker = new Worker(shippedFile('adapters/http/pages/png-worker.ts'))
  worker.on('message', png => {
    waiting.shift()?.resolve(png)
    if (waiting.length === 0) worker.unref()
  })
  worker.on('error', fail)
  return worker
}

function fail(error: unknown) {
  void worker?.terminate()
  worker = undefined
  for (const { reject } of waiting.splice(0)) reject(error)
}
