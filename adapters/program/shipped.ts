import { join } from 'node:path'

/**
 * The root of the source tree, or of the files inside the standalone executable, in which each
 * thread's code has its own folder.
 */
const root = /^.*?(\$bunfs|~BUN)[\\/]root/.exec(import.meta.dir)?.[0] ?? join(import.meta.dir, '../..')

/** The path of a file that ships with the program, given its path in the source tree. */
export const shippedFile = (path: string) => join(root, path)

/**
 * A script bundled for browsers. Bundling needs the sources, so the executable contains the
 * finished bundles.
 */
export const bundledScript = (name: string, bundle: () => Promise<string>): Promise<string> =>
  Bun.isStandaloneExecutable ? Bun.file(shippedFile(join(BUNDLED, name))).text() : bundle()

/** The folder with the bundles inside the executable. */
export const BUNDLED = 'bundled'
