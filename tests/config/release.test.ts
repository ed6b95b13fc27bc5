import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commit, commitOf, releaseName, thisRelease } from '../../adapters/program/release.ts'
import { temporaryFolder } from '../support/templates.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HASH = '1df2fb1a6c0e4b7f9a3d2c1b0e9f8a7d6c5b4a39'

function gitWith(name: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true })
    writeFileSync(join(folder, name, path), `${text}\n`)
  }
  return join(folder, name, '.git')
}

describe('the commit next to the version', () => {
  test('is that of the branch, wherever git stores it', () => {
    const branch = { '.git/HEAD': 'ref: refs/heads/main' }
    expect(commitOf(gitWith('loose', { ...branch, '.git/refs/heads/main': HASH }))).toBe('1df2fb1a')
    const packed = `# pack-refs with: peeled\n${'0'.repeat(40)} refs/heads/not/main\n${HASH} refs/heads/main`
    expect(commitOf(gitWith('packed', { ...branch, '.git/packed-refs': packed }))).toBe('1df2fb1a')
  })

  test('is the checked-out one without a branch', () => {
    expect(commitOf(gitWith('detached', { '.git/HEAD': HASH }))).toBe('1df2fb1a')
  })

  test('is that of a worktree', () => {
    const worktree = gitWith('worktree', {
      'main/.git/refs/heads/side': HASH,
      'main/.git/worktrees/side/HEAD': 'ref: refs/heads/side',
      'main/.git/worktrees/side/commondir': '../..',
      '.git': 'gitdir: main/.git/worktrees/side',
    })
    expect(commitOf(worktree)).toBe('1df2fb1a')
  })

  test('is left out without a history, or with an unreadable one', () => {
    expect(commitOf(join(folder, 'nowhere/.git'))).toBeUndefined()
    expect(commitOf(gitWith('unborn', { '.git/HEAD': 'ref: refs/heads/main' }))).toBeUndefined()
    expect(releaseName('1.0.0', undefined)).toBe('1.0.0')
  })

  test('of this tree is in brackets after the version', () => {
    expect(commit).toBe(commitOf(join(import.meta.dir, '../../.git')) as string)
    expect(thisRelease).toBe(commit ? `1.0.0 (${commit})` : '1.0.0')
  })
})
