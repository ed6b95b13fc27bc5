import type { Server } from 'bun'

/** The part of Elysia's context that we use. */
export interface Context {
  request: Request
  params: Record<string, string>
  server: Server<unknown> | null
  set: { status?: number | string; headers: Record<string, string | number | string[]> }
}
