import type { ListToolsResult } from '@modelcontextprotocol/server'
import { inputJsonSchema, replyJsonSchema } from '../adapters/schemas/json-schema.ts'
import type { Tool } from './tool.ts'

/** The tools that a server offers, and the reply to tools/list. */
export interface Toolbox<P> extends ToolboxOptions {
  tools: readonly Tool<P>[]
  list: ListToolsResult
}

interface ToolboxOptions {
  /** What a model reads before it calls any tool. */
  instructions: string
  /** For one person's own data. It has no resources and no prompts. */
  isPersonal: boolean
}

export function toolbox<P>(tools: readonly Tool<P>[], options: ToolboxOptions): Toolbox<P> {
  const list = {
    tools: tools.map(({ name, title, description, input, reply, changes }) => ({
      name,
      title,
      description,
      inputSchema: { type: 'object', ...inputJsonSchema(input), additionalProperties: false },
      outputSchema: replyJsonSchema(reply),
      annotations: {
        title,
        readOnlyHint: changes === undefined,
        destructiveHint: false,
        idempotentHint: changes !== 'each time',
        openWorldHint: false,
      },
    })),
  } as ListToolsResult
  return { tools, list, ...options }
}
