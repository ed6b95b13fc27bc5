import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { version } from '../../package.json' with { type: 'json' }
import { shippedFile } from './shipped.ts'

/** Put in by `bun run build`; of a tree there is none. */
declare const BUILT_FROM_COMMIT: string | undefined

/** The first eight digits of the commit that this is; undefined where nobody can know, as in a tree without its history. */
export const commit: string | undefined =
  typeof BUILT_FROM_COMMIT === 'string' ? BUILT_FROM_COMMIT : commitOf(shippedFile('.git'))

/** As people are told it: 1.0.0 (1df2fb1a). */
export const releaseName = (of: string, at: string | undefined) => (at ? `${of} (${at})` : of)

export const thisRelease = releaseName(version, commit)

/** Reads what git has written down, which takes a tenth of a millisecond; starting git takes several. */
export function commitOf(git: string): string | undefined {
  try {
    const folder = statSync(git).isDirectory() ? git : resolve(git, '..', after('gitdir: ', textOf(git)))
    const head = textOf(join(folder, 'HEAD'))
    return (head.startsWith('ref: ') ? refIn(folder, after('ref: ', head)) : head)?.slice(0, 8)
  } catch {
    return undefined
  }
}

/** A worktree keeps its own HEAD, and its branches where the others are. */
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

// Functions, for they are called above where a constant would not be made yet.
function textOf(path: string) {
  return readFileSync(path, 'utf8').trim()
}

function after(prefix: string, text: string) {
  return text.slice(prefix.length)
}
