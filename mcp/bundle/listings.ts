import { sitePaths } from '../../adapters/site/addresses.ts'
import { iconOn, identity } from '../identity.ts'
import { toolsAlone } from '../server.ts'

/**
 * The placeholder for a service's address in the docs, and in a bundle that is made without
 * BASE_URL.
 */
export const EXAMPLE_ADDRESS = 'https://dialin.example'

const entryPoint = 'server/index.mjs'

/** The bundle's manifest: what Claude Desktop shows before installing it, and how to start it. */
export const manifestFor = (baseUrl: string) => ({
  manifest_version: '0.3',
  name: identity.name,
  display_name: identity.title,
  version: identity.version,
  description: identity.description,
  long_description:
    'Converts a setting from one coffee grinder to another, charts every brew method on a dial, and sets a recipe on it ' +
    'with its reasons. It runs only on this machine, reads no files, opens no connections and stores nothing.',
  author: { name: identity.title, url: baseUrl },
  homepage: baseUrl,
  documentation: `${baseUrl}${sitePaths.docs()}`,
  support: `${baseUrl}${sitePaths.contact()}`,
  privacy_policies: [`${baseUrl}${sitePaths.privacy()}`],
  license: 'MIT',
  keywords: ['coffee', 'grinder', 'espresso', 'pour-over', 'recipes'],
  icon: 'icon.png',
  icons: [{ src: 'icon.png', size: '512x512' }],
  server: {
    type: 'node',
    entry_point: entryPoint,
    mcp_config: { command: 'node', args: [`\${__dirname}/${entryPoint}`], env: {} },
  },
  tools: toolsAlone.tools.map(({ name, description }) => ({ name, description })),
  prompts_generated: true,
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.0.0' } },
})

/** server.json, with which the MCP registry lists a service at an address. */
export const registryEntryFor = (baseUrl: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  // The registry requires proof that you own the host that the name starts with.
  name: `${new URL(baseUrl).hostname.split('.').reverse().join('.')}/${identity.name}`,
  title: identity.title,
  description: identity.description,
  version: identity.version,
  websiteUrl: baseUrl,
  icons: [iconOn(baseUrl)],
  remotes: [{ type: 'streamable-http', url: `${baseUrl}${sitePaths.mcp()}` }],
})
