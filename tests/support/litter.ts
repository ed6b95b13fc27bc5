import { afterAll } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { HANGS_AFTER_MS } from './eventually.ts'

// Temporary files of tests are deleted with them. `bun run test` has a folder for them; `bun test`
// alone gets one here. At the end of a test process Bun emits no 'exit', but it runs this after the
// last file.
if (!basename(tmpdir()).startsWith('dialin-tests-')) {
  const litter = mkdtempSync(join(tmpdir(), 'dialin-tests-'))
  // PostgreSQL runs as a user of its own.
  chmodSync(litter, 0o711)
  process.env.TMPDIR = litter
  // With its own limit: the one in hang-guard.ts is for test files.
  afterAll(() => rmSync(litter, { recursive: true, force: true }), HANGS_AFTER_MS)
}
