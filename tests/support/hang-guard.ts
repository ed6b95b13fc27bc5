import { setDefaultTimeout } from 'bun:test'
import { PATIENCE_MS } from './eventually.ts'

// `bun test FILE` ends a test after five seconds, of which a busy machine may give it half of one: a limit is only against
// hanging. It holds for the first file; `bun run test` has it for all.
setDefaultTimeout(5 * PATIENCE_MS)
