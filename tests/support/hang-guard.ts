import { setDefaultTimeout } from 'bun:test'
import { plugin } from 'bun'
import { PATIENCE_MS } from './eventually.ts'

/** Far beyond what the slowest test takes on the busiest machine, and what one waits for within it. */
const HANGS_AFTER_MS = 5 * PATIENCE_MS

// `bun test` ends a test after five seconds, of which a busy machine may give it half of one: a limit is only against
// hanging, and said nowhere else. Bun forgets it after every file (oven-sh/bun issue 43787), and bunfig.toml has no word for it: so it is said
// again whenever a test file is looked for.
plugin({
  name: 'hang guard',
  setup: build => {
    build.onResolve({ filter: /\.test\.tsx?$/ }, () => {
      setDefaultTimeout(HANGS_AFTER_MS)
      return undefined
    })
  },
})
