import type * as v from 'valibot'
import type { DataSource } from '../adapters/equipment/equipment-here.ts'
import { trimFor } from '../adapters/schemas/trim.ts'
import type { RuleRecipePorts } from '../core/adaptation/brew-recipe.ts'
import type { FindRecipesPorts } from '../core/recipes/find-recipes.ts'
import type { Site } from '../core/site.ts'
import type { ToolName } from '../core/tools.ts'

/** What tools need that work without a database. */
export type ToolPorts = RuleRecipePorts & {
  /** The site of the service, where the tools are a part of one. */
  site?: Site
  /** Where the equipment comes from, for a door without a service: the database here, or what ships. */
  data?: DataSource
}

/** What tools need that also read the recipes of the community. */
export type CommunityPorts = ToolPorts & FindRecipesPorts

interface ToolDeclaration<I extends v.GenericSchema, R extends v.GenericSchema, P> {
  name: ToolName
  title: string
  /** When to use it, and what comes back. */
  description: string
  /** Arguments of a good call, to show to who made a bad one. */
  example: v.InferInput<I>
  input: I
  reply: R
  run: (input: v.InferOutput<I>, ports: P) => Promise<v.InferOutput<R>>
  /** The reply as a short text that stands alone, for clients that show no structured content. */
  inWords: (reply: v.InferOutput<R>, ports: P, input: v.InferOutput<I>) => string
}

/** A tool as the server handles it, whatever the types of its input and reply are. */
export type Tool<P> = Omit<ToolDeclaration<v.GenericSchema, v.GenericSchema, P>, 'run' | 'inWords'> & {
  run: (input: unknown, ports: P) => Promise<Record<string, unknown>>
  inWords: (reply: unknown, ports: P, input: unknown) => string
}

export function tool<I extends v.GenericSchema, R extends v.GenericSchema, P = ToolPorts>(
  declaration: ToolDeclaration<I, R, P>,
): Tool<P> {
  // The server hands `run` only what `input` has let through, so the types may be forgotten here.
  const { run } = declaration
  const trim = trimFor(declaration.reply)
  return { ...declaration, run: async (input, ports) => trim(await run(input as never, ports)) } as Tool<P>
}
