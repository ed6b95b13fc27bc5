import { printJson } from '../print.ts'

export async function mcp({ config }: { config?: boolean }) {
  if (config) return printJson({ mcpServers: { dialin: program() } })
  await (await import('../../mcp/stdio.ts')).serveEquipmentHere()
}

/** This program by absolute paths: whoever starts it has another PATH and another folder. */
const program = () => ({
  command: process.execPath,
  args: Bun.isStandaloneExecutable ? ['mcp'] : [Bun.main, 'mcp'],
})
