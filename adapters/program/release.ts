import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { version } from '../../package.json' with { type: 'json' }
import { shippedFile } from './shipped.ts'

/** Defined by `bun run build`; undefined when run from the source tree. */
declare const BUILT_FROM_COMMIT: string | undefined

/**
 * The first eight digits of the commit; undefined if unknown, for example in a source tree without
 * git history.
 */
export const commit: string | undefined =
  typeof BUILT_FROM_COMMIT === 'string' ? BUILT_FROM_COMMIT : commitOf(shippedFile('.git'))

/** The release as shown to people: 1.0.0 (1df2fb1a). */
export const releaseName = (of: string, at: string | undefined) => (at ? `${of} (${at})` : of)

export const thisRelease = releaseName(version, commit)

/** Reads git's files directly, which takes a tenth of a millisecond; starting git takes several. */
export function commitOf(git: string): string | undefined {
  try {
    const folder = statSync(git).isDirectory() ? git : resolve(git, '..', after('gitdir: ', textOf(git)))
    const head = textOf(join(folder, 'HEAD'))
    return (head.startsWith('ref: ') ? refIn(folder, after('ref: ', head)) : head)?.slice(0, 8)
  } catch {
    return undefined
  }
}

/** A worktree has its own HEAD, but its branches are in the main repository. */
function refIn(folder: string, ref: string): string | undefined {
  const common = existsSync(join(folder, 'commondir')) ? resolve(folder, textOf(join(folder, 'commondir'))) : folder
  const loose = join(common, ref)
  if (existsSync(loose)) return textOf(loose)
  const packed = textOf(join(common, 'packed-refs'))
  return packed
    .split('\n')
    .find(line => line.endsWith(` ${ref}`))
    ?.split(' ')[0]
}

// Function declarations, because they are called above, where a constant would not be initialized
// yet.
function textOf(path: string) {
  return readFileSync(path, 'utf8').trim()
}

function after(prefix: string, text: string) {
  return text.slice(prefix.length)
}
