import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PGliteOptions } from '@electric-sql/pglite'
import { removedAtExit } from '../../config/leftovers.ts'
import { shippedFile } from '../../program/shipped.ts'

const home = shippedFile('node_modules/@electric-sql/pglite/dist')
const bundles = ['citext', 'cube', 'pg_trgm', 'unaccent'].map(name => ({ name, file: `${name}.tar.gz` }))
const [engine, maker, data] = ['pglite.wasm', 'initdb.wasm', 'pglite.data'] as const

/** The files of a new, empty database. */
const newDatabase = shippedFile('node_modules/@electric-sql/pglite-prepopulatedfs/dist/prepopulatedfs.tgz')

/** The files that the engine reads to start, which the executable must contain. */
export const engineFileNames = [
  ...[engine, maker, data, ...bundles.map(({ file }) => file)].map(name => join(home, name)),
  newDatabase,
]

/**
 * Unpacks a new database into `folder`, unless there is one. Otherwise the engine would run initdb
 * in this process, which takes 1 GB of memory and four seconds; this takes 20 MB and a quarter of a
 * second. Only for the holder of the folder's lock.
 */
export async function unpackDatabase(folder: string) {
  if (existsSync(folder)) return
  const unpacked = `${folder}.new`
  rmSync(unpacked, { recursive: true, force: true })
  await new Bun.Archive(await Bun.file(newDatabase).bytes()).extract(unpacked)
  // Renamed at the end, so that an interrupted start leaves no half-made database.
  renameSync(unpacked, folder)
}

/** Compiles the engine on another thread; called early in a start that will open one. */
export function compileEngine() {
  // Opening the engine reports the error.
  compiled(engine).catch(() => {})
}

/** The engine's files as options, for the holder of the lock. Call `done` once it runs. */
export async function engineFiles(dataDir: string): Promise<{ options: PGliteOptions; done: () => void }> {
  forgetExtensions(dataDir)
  const extensionsIn = (folder: string) =>
    Object.fromEntries(bundles.map(({ name, file }) => [name, pathToFileURL(join(folder, file))]))
  const pgliteWasmModule = await compiled(engine)
  // PGlite finds the rest beside its own code.
  if (!Bun.isStandaloneExecutable)
    return { options: { extensions: extensionsIn(home), pgliteWasmModule }, done: () => {} }
  // Extensions are read as streams, which files inside an executable do not offer.
  const folder = mkdtempSync(join(dataDir, 'extensions-'))
  const done = removedAtExit(folder)
  for (const { file } of bundles) writeFileSync(join(folder, file), readFileSync(join(home, file)))
  return {
    options: {
      extensions: extensionsIn(folder),
      pgliteWasmModule,
      initdbWasmModule: await compiled(maker),
      fsBundle: Bun.file(join(home, data)) as Blob,
    },
    done,
  }
}

/** Compiled once in a process, so that engines share code that is already optimized. */
const modules = new Map<string, Promise<WebAssembly.Module>>()
function compiled(name: string) {
  const module = modules.get(name) ?? WebAssembly.compile(readFileSync(join(home, name)))
  modules.set(name, module)
  return module
}

/** Deletes what a start left behind that was killed. The caller holds the lock. */
function forgetExtensions(dataDir: string) {
  for (const name of readdirSync(dataDir))
    if (/^extensions-\w+$/.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true })
}
