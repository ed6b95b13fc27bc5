import { join } from 'node:path'

/** Of this tree, or of what lies inside the one executable, where every thread's code is in a folder of its own. */
const root = /^.*?(\$bunfs|~BUN)[\\/]root/.exec(import.meta.dir)?.[0] ?? join(import.meta.dir, '../..')

/** A file that comes with the program, by its path in this tree. */
export const shippedFile = (path: string) => join(root, path)

/** What is bundled for browsers, which needs the sources: made here, or before, when the executable was. */
export const bundledScript = (name: string, bundle: () => Promise<string>): Promise<string> =>
  Bun.isStandaloneExecutable ? Bun.file(shippedFile(join(BUNDLED, name))).text() : bundle()

/** The folder of the executable that has them. */
export const BUNDLED = 'bundled'
