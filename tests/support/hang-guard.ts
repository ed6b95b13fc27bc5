import { setDefaultTimeout } from 'bun:test'
import { plugin } from 'bun'
import { HANGS_AFTER_MS } from './eventually.ts'

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
