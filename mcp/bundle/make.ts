import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packExtension } from '@anthropic-ai/mcpb/cli'
import { noticesFor } from '../../adapters/http/licences.ts'
import { phoneIcons } from '../../adapters/http/pages/site-pictures.ts'
import { sitePaths } from '../../adapters/site/addresses.ts'
import { EXAMPLE_ADDRESS, manifestFor, registryEntryFor } from './listings.ts'

/** `bun run mcpb [folder]`: the bundle for Claude Desktop and server.json, for the service at BASE_URL. */
const [folder = 'dist/mcp'] = process.argv.slice(2)
const { BASE_URL = 'none' } = process.env
const baseUrl = BASE_URL === 'none' ? EXAMPLE_ADDRESS : new URL(BASE_URL).origin
const described = manifestFor(baseUrl)
const unpacked = join(folder, described.name)
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

await rm(unpacked, { recursive: true, force: true })
await mkdir(join(unpacked, 'server'), { recursive: true })
const built = await Bun.build({
  entrypoints: [join(import.meta.dir, 'main.ts')],
  target: 'node',
  minify: { whitespace: true, syntax: true },
  metafile: true,
})
await Bun.write(join(unpacked, described.server.entry_point), built.outputs[0] ?? '')
const sign = await phoneIcons.find(({ path }) => path === sitePaths.icon())?.draw()
await Bun.write(join(unpacked, described.icon), sign ?? new Response())
await cp(join(import.meta.dir, '../../LICENSE'), join(unpacked, 'LICENSE'))
await writeFile(join(unpacked, 'NOTICES.txt'), await noticesFor(Object.keys(built.metafile?.inputs ?? {})))
await writeFile(join(unpacked, 'manifest.json'), json(described))
await writeFile(join(folder, 'server.json'), json(registryEntryFor(baseUrl)))

const bundle = join(folder, `${described.name}-${described.version}.mcpb`)
const packed = await packExtension({ extensionPath: unpacked, outputPath: bundle, silent: true })
if (!packed) throw new Error('The bundle was not made.')
console.log(`${bundle}\n${join(folder, 'server.json')}`)
