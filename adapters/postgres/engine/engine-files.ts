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

/** What the engine reads to start, as the one executable has to have it. */
export const engineFileNames = [
  ...[engine, maker, data, ...bundles.map(({ file }) => file)].map(name => join(home, name)),
  newDatabase,
]

/**
 * Unpacks a new database into `folder`, unless one is there. The engine would otherwise run initdb in this process, which
 * takes 1 GB of memory and four seconds; this takes 20 MB and a quarter of a second. For the holder of the folder's lock.
 */
export async function unpackDatabase(folder: string) {
  if (existsSync(folder)) return
  const unpacked = `${folder}.new`
  rmSync(unpacked, { recursive: true, force: true })
  await new Bun.Archive(await Bun.file(newDatabase).bytes()).extract(unpacked)
  // A start that is cut off leaves no half-made database.
  renameSync(unpacked, folder)
}

/**
 * Has the engine compiled on another thread: whoever is going to open one says so first, and loads meanwhile whatever else
 * a start needs.
 */
export function compileEngine() {
  // Whoever opens it is told of what is wrong.
  compiled(engine).catch(() => {})
}

/** What it reads as options for the engine; call `done` when it has started. For the holder of the folder's lock. */
export async function engineFiles(dataDir: string): Promise<{ options: PGliteOptions; done: () => void }> {
  forgetExtensions(dataDir)
  const extensionsIn = (folder: string) =>
    Object.fromEntries(bundles.map(({ name, file }) => [name, pathToFileURL(join(folder, file))]))
  const pgliteWasmModule = await compiled(engine)
  // It finds the rest beside its own code.
  if (!Bun.isStandaloneExecutable)
    return { options: { extensions: extensionsIn(home), pgliteWasmModule }, done: () => {} }
  // Extensions are read as a stream, which no file inside an executable gives.
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

/** Once in a process: what the engine does often is compiled further as it runs, for all that share the module. */
const modules = new Map<string, Promise<WebAssembly.Module>>()
function compiled(name: string) {
  const module = modules.get(name) ?? WebAssembly.compile(readFileSync(join(home, name)))
  modules.set(name, module)
  return module
}

/** What somebody has left who was killed as the engine started: nobody else starts one now. */
function forgetExtensions(dataDir: string) {
  for (const name of readdirSync(dataDir))
    if (/^extensions-\w+$/.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true })
}
