import { setDefaultTimeout } from 'bun:test'
import { plugin } from 'bun'
import { HANGS_AFTER_MS } from './eventually.ts'

// `bun test` ends a test after five seconds, of which a busy machine may give it half a second.
// This limit is only against hanging, and is set nowhere else. Bun forgets it after every file
// (oven-sh/bun issue 43787), and bunfig.toml has no setting for it, so it is set again whenever a
// test file is resolved.
plugin({
  name: 'hang guard',
  setup: build => {
    build.onResolve({ filter: /\.test\.tsx?$/ }, () => {
      setDefaultTimeout(HANGS_AFTER_MS)
      return undefined
    })
  },
})
