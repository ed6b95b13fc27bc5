import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { bare } from '../cli/cli.ts'
import { describeDoors } from './client.ts'

const overStdio = (...args: string[]) => new StdioClientTransport({ command: process.execPath, args, env: bare })

describeDoors({
  'over stdio, with no database': () => overStdio('mcp/stdio.ts'),
  'through the command line': () => overStdio('cli/main.ts', 'mcp'),
})
