import { isLocalAddress } from '../../config/variables.ts'
import { sitePaths } from '../../site/addresses.ts'

/**
 * How to add the tools to Claude Desktop: its configuration file only starts programs, and its
 * connectors only reach public addresses.
 */
export const claudeDesktop = (baseUrl: string) =>
  isLocalAddress(baseUrl)
    ? {
        how: 'Claude Desktop, claude_desktop_config.json as "bun dialin mcp --config" prints it:',
        what: '{ "mcpServers": { "dialin": { "command": "/path/to/bun",\n    "args": ["/path/to/dialin/cli/main.ts", "mcp"] } } }',
      }
    : {
        how: 'Claude Desktop, Settings, Connectors, Add custom connector:',
        what: `${baseUrl}${sitePaths.mcp()}`,
      }
