import type * as v from 'valibot'
import { trimFor } from '../adapters/trim.ts'
import type { GrinderCatalog } from '../core/grind/model.ts'

/** All that the tools ask of the world. */
export interface ToolPorts {
  grinders: GrinderCatalog
}

interface ToolDeclaration<I extends v.GenericSchema, R extends v.GenericSchema> {
  name: string
  title: string
  description: string
  input: I
  reply: R
  run: (input: v.InferOutput<I>, ports: ToolPorts) => Promise<v.InferOutput<R>>
  /** The reply as a short text that stands alone, for clients that show no structured content. */
  inWords: (reply: v.InferOutput<R>, ports: ToolPorts, input: v.InferOutput<I>) => string
}

/** A tool once its types have done their work. */
export type Tool = Omit<ToolDeclaration<v.GenericSchema, v.GenericSchema>, 'run' | 'inWords'> & {
  run: (input: unknown, ports: ToolPorts) => Promise<Record<string, unknown>>
  inWords: (reply: unknown, ports: ToolPorts, input: unknown) => string
}

export function tool<I extends v.GenericSchema, R extends v.GenericSchema>(declaration: ToolDeclaration<I, R>): Tool {
  // The server hands `run` only what `input` has let through, so the types may be forgotten here.
  const { run } = declaration
  const trim = trimFor(declaration.reply)
  return { ...declaration, run: async (input, ports) => trim(await run(input, ports)) } as Tool
}
