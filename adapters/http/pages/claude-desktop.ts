import { isLocalAddress } from '../../config/variables.ts'
import { sitePaths } from '../../site/addresses.ts'

/** How Claude Desktop gets the tools: its file of servers starts programs only, and its connectors ask public addresses only. */
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
