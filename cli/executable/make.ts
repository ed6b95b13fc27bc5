import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { LICENCES, licences } from '../../adapters/http/licences.ts'
import { asset, elementScripts } from '../../adapters/http/pages/assets.ts'
import { fontFiles } from '../../adapters/http/pages/picture-font.ts'
import { engineFileNames } from '../../adapters/postgres/engine/engine-files.ts'
import { commit } from '../../adapters/program/release.ts'
import { BUNDLED, shippedFile } from '../../adapters/program/shipped.ts'
import { dialScript, ORIGIN_PLACEHOLDER, pickerScript, widgetScript } from '../../widget/build.ts'

/**
 * `bun run build [file]`: one executable with the service, the command line and every file they
 * read.
 */
const [outfile = 'dist/dialin'] = process.argv.slice(2)

/** Files that are read by path at run time, apart from the browser bundles. */
const shipped = [
  shippedFile('db/migrations'),
  shippedFile('adapters/http/pages/assets'),
  shippedFile('node_modules/@resvg/resvg-wasm/index_bg.wasm'),
  shippedFile('node_modules/@fontsource-variable/sofia-sans/package.json'),
  ...fontFiles,
  ...engineFileNames,
]

await mkdir(dirname(outfile), { recursive: true })
const stage = await mkdtemp(join(dirname(outfile), 'stage-'))
try {
  for (const path of shipped) await cp(path, join(stage, relative(shippedFile(''), path)), { recursive: true })
  await mkdir(join(stage, BUNDLED))
  for (const name of elementScripts) await writeFile(join(stage, BUNDLED, name), (await asset(name)).text)
  await writeFile(join(stage, BUNDLED, 'widget.js'), await widgetScript(ORIGIN_PLACEHOLDER))
  await writeFile(join(stage, BUNDLED, 'picker.js'), await pickerScript())
  await writeFile(join(stage, BUNDLED, 'dial.js'), await dialScript())
  await writeFile(join(stage, BUNDLED, LICENCES), await licences())
  await Bun.build({
    // A worker thread needs its own entry point.
    entrypoints: ['cli/main.ts', 'adapters/http/pages/png-worker.ts'].map(shippedFile),
    compile: {
      outfile,
      assets: (await readdir(stage)).map(name => join(stage, name)),
      // Configuration comes only from the environment, not from files in the folder where it is
      // started.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
    bytecode: true,
    format: 'esm',
    minify: { whitespace: true, syntax: true },
    // Selects React's production build. Our own code still reads NODE_ENV from the environment.
    define: {
      'process.env.NODE_ENV': '"production"',
      // COMMIT is for a build without .git, for example in a container.
      BUILT_FROM_COMMIT: JSON.stringify((process.env.COMMIT || commit)?.slice(0, 8)) ?? 'undefined',
    },
  })
} finally {
  await rm(stage, { recursive: true, force: true })
}
console.log(outfile)
