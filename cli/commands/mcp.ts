import { printJson } from '../print.ts'

export async function mcp({ config }: { config?: boolean }) {
  if (config) return printJson({ mcpServers: { dialin: program() } })
  await (await import('../../mcp/stdio.ts')).serveEquipmentHere()
}

/** Absolute paths to this program, because it will be started with a different PATH and folder. */
const program = () => ({
  command: process.execPath,
  args: Bun.isStandaloneExecutable ? ['mcp'] : [Bun.main, 'mcp'],
})
