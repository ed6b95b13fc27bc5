import type * as v from 'valibot'
import type { DataSource } from '../adapters/equipment/equipment-here.ts'
import { trimFor } from '../adapters/schemas/trim.ts'
import type { RuleRecipePorts } from '../core/adaptation/brew-recipe.ts'
import type { ForkPorts } from '../core/forks/forks.ts'
import type { FindRecipesPorts } from '../core/recipes/find-recipes.ts'
import type { Site } from '../core/site.ts'
import type { ToolName } from '../core/tools.ts'

/** What tools that work without a database need. */
export type ToolPorts = RuleRecipePorts & {
  /** The site of the service that the tools are part of, if any. */
  site?: Site
  /**
   * Where the equipment comes from, for a server that is not part of a service: the local database,
   * or the shipped data.
   */
  data?: DataSource
}

/** What tools that also read community recipes need. */
export type CommunityPorts = ToolPorts & FindRecipesPorts & ForkPorts

interface ToolDeclaration<I extends v.GenericSchema, R extends v.GenericSchema, P> {
  name: ToolName
  title: string
  /** When to use the tool, and what it returns. */
  description: string
  /** Arguments of a valid call, shown after an invalid one. */
  example: v.InferInput<I>
  input: I
  reply: R
  run: (input: v.InferOutput<I>, ports: P) => Promise<v.InferOutput<R>>
  /** The reply as a short, self-contained text, for clients that show no structured content. */
  inWords: (reply: v.InferOutput<R>, ports: P, input: v.InferOutput<I>) => string
}

/** A tool as the server handles it, whatever its input and reply types. */
export type Tool<P> = Omit<ToolDeclaration<v.GenericSchema, v.GenericSchema, P>, 'run' | 'inWords'> & {
  run: (input: unknown, ports: P) => Promise<Record<string, unknown>>
  inWords: (reply: unknown, ports: P, input: unknown) => string
}

export function tool<I extends v.GenericSchema, R extends v.GenericSchema, P = ToolPorts>(
  declaration: ToolDeclaration<I, R, P>,
): Tool<P> {
  // The server passes `run` only what `input` accepted, so the types can be dropped here.
  const { run } = declaration
  const trim = trimFor(declaration.reply)
  return { ...declaration, run: async (input, ports) => trim(await run(input as never, ports)) } as Tool<P>
}
