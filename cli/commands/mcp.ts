import { shippedFile } from '../../adapters/shipped.ts'
import { printJson } from '../print.ts'

export async function mcp({ config }: { config?: boolean }) {
  if (config) return printJson({ mcpServers: { dialin: program() } })
  await (await import('../../mcp/stdio.ts')).serveEquipmentHere()
}

/** This program by absolute paths: whoever starts it has another PATH and another folder. */
const program = () =>
  Bun.isStandaloneExecutable
    ? { command: process.execPath, args: ['mcp'] }
    : { command: process.execPath, args: [shippedFile('cli/main.ts'), 'mcp'] }
