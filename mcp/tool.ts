import type * as v from 'valibot'
import type { DataSource } from '../adapters/equipment/equipment-here.ts'
import { trimFor } from '../adapters/schemas/trim.ts'
import type { Person } from '../core/accounts/model.ts'
import type { Scope } from '../core/accounts/scopes.ts'
import type { RuleRecipePorts } from '../core/adaptation/brew-recipe.ts'
import type { ForkPorts } from '../core/forks/forks.ts'
import type { Ports } from '../core/ports.ts'
import type { FindRecipesPorts } from '../core/recipes/find-recipes.ts'
import type { Site } from '../core/site.ts'
import type { OwnToolName, ToolName } from '../core/tools.ts'
import { changedOnce, type LastChanges, type ToolReply } from './me/last-changes.ts'

/** What tools that work without a database need. */
export type ToolPorts = RuleRecipePorts & {
  /** The site of the service that the tools are part of, if any. */
  site?: Site
  /**
   * Where the equipment comes from, for a server that is not part of a service: the local database,
   * or the shipped data.
   */
  data?: DataSource
  /** Gets errors that are not the caller's mistake, for a log. They are thrown all the same. */
  onFailure?: (error: unknown) => void
  /** Who calls, for tools over a person's own data. */
  who?: Person
}

/** What tools that also read community recipes need. */
export type CommunityPorts = ToolPorts & FindRecipesPorts & ForkPorts

interface ToolDeclaration<N extends string, I extends v.GenericSchema, R extends v.GenericSchema> {
  name: N
  title: string
  /** When to use the tool, and what it returns. */
  description: string
  /** Arguments of a valid call, shown after an invalid one. */
  example: v.InferInput<I>
  input: I
  reply: R
}

interface ReadingTool<I extends v.GenericSchema, R extends v.GenericSchema, P> extends ToolDeclaration<ToolName, I, R> {
  run: (input: v.InferOutput<I>, ports: P) => Promise<v.InferOutput<R>>
  /** The reply as a short, self-contained text, for clients that show no structured content. */
  inWords: (reply: v.InferOutput<R>, ports: P, input: v.InferOutput<I>) => string
}

/** A tool as the server handles it, whatever its input and reply types. */
export interface Tool<P> extends ToolDeclaration<string, v.GenericSchema, v.GenericSchema> {
  answer: (input: unknown, ports: P) => Promise<ToolReply>
  /** The scopes that an API token needs; none for tools that anybody may call. */
  scopes: readonly Scope[]
  /** Left out for tools that only read. `once`: the same call again changes nothing more. */
  changes?: 'once' | 'each time'
}

export function tool<I extends v.GenericSchema, R extends v.GenericSchema, P = ToolPorts>(
  declaration: ReadingTool<I, R, P>,
): Tool<P> {
  // The server passes only what `input` accepted, so the types can be dropped here.
  const { run, inWords, ...rest } = declaration
  const trim = trimFor(declaration.reply)
  const answer: Tool<P>['answer'] = async (input, ports) => {
    const reply = trim(await run(input as never, ports)) as Record<string, unknown>
    return { reply, text: inWords(reply as never, ports, input as never) }
  }
  return { ...rest, answer, scopes: [] }
}

/** What tools over a person's own data need: all ports, and the person. */
export type OwnPorts = Ports & Pick<ToolPorts, 'onFailure'> & { who: Person; lastChanges: LastChanges }

interface OwnDeclaration<I extends v.GenericSchema, R extends v.GenericSchema>
  extends ToolDeclaration<OwnToolName, I, R>,
    Pick<Tool<OwnPorts>, 'changes'> {
  scopes: readonly [Scope, ...Scope[]]
  run: (input: v.InferOutput<I>, ports: Ports, who: Person) => Promise<{ reply: v.InferOutput<R>; text: string }>
}

/** A tool over the data of the person who calls it. */
export function ownTool<I extends v.GenericSchema, R extends v.GenericSchema>({
  run,
  ...declaration
}: OwnDeclaration<I, R>): Tool<OwnPorts> {
  const trim = trimFor(declaration.reply)
  const answer: Tool<OwnPorts>['answer'] = async (input, ports) => {
    const answered = async () => {
      const { reply, text } = await run(input as never, ports, ports.who)
      return { reply: trim(reply) as Record<string, unknown>, text }
    }
    if (!declaration.changes) return answered()
    return changedOnce(ports, `${declaration.name} ${JSON.stringify(input)}`, answered)
  }
  return { ...declaration, answer }
}

/** For a tool whose text follows from its reply. */
export const inWordsOf =
  <I, R>(run: (input: I, ports: Ports, who: Person) => Promise<R>, inWords: (reply: R) => string) =>
  async (input: I, ports: Ports, who: Person) => {
    const reply = await run(input, ports, who)
    return { reply, text: inWords(reply) }
  }
