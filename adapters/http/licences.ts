import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { bundledScript, shippedFile } from '../program/shipped.ts'
import { elementScripts } from './pages/assets.ts'
import { fontFiles } from './pages/picture-font.ts'

/** The name of the licence file inside the executable. */
export const LICENCES = 'licences.txt'

/**
 * The licences of everything that the program contains, ours first. They are collected now or, in
 * the executable, were collected when it was built.
 */
export const licences = () => bundledScript(LICENCES, found)

async function found() {
  const scripts = elementScripts.map(name => shippedFile(`adapters/http/pages/elements/${name.replace(/js$/, 'ts')}`))
  const parts = [
    await inputsOf('bun', ['cli/main.ts', 'adapters/http/pages/png-worker.ts'].map(shippedFile)),
    await inputsOf('browser', scripts),
    fontFiles,
    shippedFile('node_modules/@electric-sql/pglite-prepopulatedfs/dist/prepopulatedfs.tgz'),
  ]
  return noticesFor(parts.flat(), {
    'Bun, which runs it': await textOf('node_modules/bun-types/docs/project/license.mdx'),
    'PostgreSQL, in @electric-sql/pglite': await textOf('adapters/postgres/engine/PostgreSQL.licence.txt'),
  })
}

const textOf = (path: string) => readFile(shippedFile(path), 'utf8')

/** All files that these entry points bundle. */
async function inputsOf(target: 'bun' | 'browser', entrypoints: string[]) {
  const define = { 'process.env.NODE_ENV': '"production"' }
  const built = await Bun.build({ entrypoints, target, define, metafile: true, minify: { syntax: true } })
  return Object.keys(built.metafile?.inputs ?? {})
}

const PACKAGE = /.*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//

/** The licences of all third-party code: of each package, and of the packages bundled inside it. */
export async function noticesFor(files: readonly string[], more: Record<string, string> = {}): Promise<string> {
  const packages = new Map<string, string>()
  for (const file of files) {
    const [folder, name] = PACKAGE.exec(file) ?? []
    if (!folder || !name) continue
    packages.set(folder, name)
    const regions = /\.[cm]?js$/.test(file) ? ((await readFile(file, 'utf8')).match(/^\/\/#region .*$/gm) ?? []) : []
    for (const region of regions) {
      const inside = PACKAGE.exec(region)?.[1]
      if (inside && ![...packages.values()].includes(inside)) packages.set(folderOf(inside), inside)
    }
  }
  const own = await textOf('LICENSE')
  // A set, because two releases of a package mostly have the same licence.
  const notices = new Set(await Promise.all([...packages].map(([folder, name]) => noticeOf(name, folder, own))))
  const others = Object.entries(more).map(([name, text]) => entry(name, text.replace(/^---\n.*?\n---\n/s, '')))
  return [
    `Dialin\n\n${own.trim()}`,
    'Built into it, under their own licences:',
    ...others,
    ...[...notices].sort(),
  ].join('\n\n')
}

const folderOf = (name: string) => dirname(Bun.resolveSync(`${name}/package.json`, shippedFile('')))

const Package = v.object({
  license: v.string(),
  author: v.optional(v.union([v.string(), v.object({ name: v.string() })])),
  repository: v.optional(v.union([v.string(), v.object({ url: v.string() })])),
})

async function noticeOf(name: string, folder: string, own: string) {
  const files = (await readdir(folder)).filter(file => /^(licen[cs]e|copying|notice)/i.test(file)).sort()
  if (files.length > 0)
    return entry(name, (await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))).join('\n\n'))
  // The package ships without its licence text and only names the licence.
  const { license, author, repository } = v.parse(Package, await Bun.file(join(folder, 'package.json')).json())
  const source = `Its source: ${typeof repository === 'object' ? repository.url : (repository ?? 'on npm')}`
  const writer = typeof author === 'object' ? author.name : (author ?? `the authors of ${name}`)
  return license === 'MIT'
    ? entry(name, `${own.replace(/^Copyright.*$/m, `Copyright (c) ${writer}`)}\n${source}`)
    : entry(name, `${license}, whose text is at https://spdx.org/licenses/${license}.html\n\n${source}`)
}

/** Some files have CRLF line ends, form feeds or a byte order mark. */
const entry = (name: string, text: string) =>
  `${'-'.repeat(72)}\n${name}\n\n${text
    .replace(/[\r\f\ufeff]/g, '')
    .replaceAll('\t', '  ')
    .trim()}\n`
