import { shippedGrinders } from '../../db/data/shipped.ts'
import { serveStdio } from '../stdio-server.ts'

/** What runs in the bundle, on Node alone: no database, no network, the grinders that ship. */
await serveStdio(shippedGrinders)
