import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerResult,
} from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import * as v from 'valibot'
import { asSent, entriesOf, leniently, otherNameOf, underOwnNames } from '../adapters/schemas/coerce.ts'
import { refuseUnstorableIn } from '../adapters/schemas/storable.ts'
import { sitePaths } from '../adapters/site/addresses.ts'
import { mayDo, scopePurposes } from '../core/accounts/scopes.ts'
import { atMost } from '../core/cut.ts'
import { Fault, faultOf } from '../core/errors.ts'
import * as field from '../core/fields.ts'
import { lookUp } from '../core/lookup.ts'
import { inARow } from '../core/names.ts'
import { pause } from '../core/pauses.ts'
import type { Site } from '../core/site.ts'
import { ownToolPurposes } from '../core/tools.ts'
import { iconOn, identity } from './identity.ts'
import { ownInstructions } from './me/instructions.ts'
import { GetPrompt, getPrompt, promptList } from './prompts.ts'
import type { RemoteTools } from './remote.ts'
import { Complete, complete, listResources, ReadResource, readResource, resourceTemplates } from './resources.ts'
import type { CommunityPorts, Tool, ToolPorts } from './tool.ts'
import { type Toolbox, toolbox } from './toolbox.ts'
import convertGrindSetting from './tools/convert-grind-setting.ts'
import findRecipes from './tools/find-recipes.ts'
import getBrewRecipe from './tools/get-brew-recipe.ts'
import getGrinderChart from './tools/get-grinder-chart.ts'
import listGrinders from './tools/list-grinders.ts'

const instructions = [
  'Coffee grind settings, computed from the curves of about 200 grinders on one shared scale, the grind index:',
  '0 is espresso-fine (200 um), 40 is filter (680 um), 100 is the coarsest (1,400 um).',
  'Name grinders by slug or by name ("k ultra"). Recipes are computed for any equipment (get_brew_recipe) or, over HTTP, from the community (find_recipes).',
  'Settings can be given, and are returned, as the device shows them ("24 clicks", "2.5.1", "9E").',
  'Always tell people the range beside the number, and say so when reachable is false or extrapolated is true:',
  'two grinders at the same index make a similar brew, but not identical grounds.',
].join(' ')

const open = { instructions, isPersonal: false }

/** For a server without a database. */
export const toolsAlone = toolbox<ToolPorts>([convertGrindSetting, getGrinderChart, getBrewRecipe, listGrinders], open)

/** For the service, which has a database. */
export const toolsOfService = toolbox<CommunityPorts>([...toolsAlone.tools, findRecipes], open)

interface ServerOptions {
  /** The site of the service that this server is part of, if any. */
  site?: Site | undefined
  /** `legacy` means protocol revisions before 2026-07-28, `modern` means that one. */
  era?: 'legacy' | 'modern'
  mostRequests?: number
  isBatch?: boolean
  /**
   * Whether our handler answers all methods; false for a method that we do not have, which the SDK
   * then rejects in its own way.
   */
  isStandIn?: boolean
  /** More tools, whose calls another server answers. */
  remote?: RemoteTools | undefined
  /** Sends only name and version: without `initialize`, every single answer says who sent it. */
  isBrief?: boolean
}

/** A new server over the tools; the transports connect it. */
export function createMcpServer<P extends ToolPorts>(
  /** Called before each answer. */
  portsNow: () => P | Promise<P>,
  toolbox: Toolbox<P>,
  {
    site,
    era = 'legacy',
    mostRequests = Number.POSITIVE_INFINITY,
    isBatch = false,
    isStandIn = true,
    remote,
    isBrief = false,
  }: ServerOptions = {},
): Server {
  const server = new Server(isBrief ? bareName : { ...identity, ...(site && siteOf(site)) }, {
    capabilities: toolbox.isPersonal ? { tools: {} } : { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions: remote ? `${toolbox.instructions} ${ownInstructions}` : toolbox.instructions,
    jsonSchemaValidator,
  })
  // If a batch cancels one of its own requests, the SDK never answers that request, and the whole
  // batch waits forever.
  server.removeNotificationHandler('notifications/cancelled')
  if (!isStandIn) return server
  // One fallback for all methods: a handler registered for a method answers an invalid request with
  // a dump of the SDK's schema.
  let requests = 0
  server.fallbackRequestHandler = async ({ method, params = {} }) => {
    if (++requests > mostRequests)
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `A batch has at most ${mostRequests} requests.`)
    if (isBatch) await nextTurn()
    const elsewhere = remote && (await answerElsewhere(method, params, toolbox, remote))
    if (elsewhere) return elsewhere
    const way = wayOf(method, toolbox)
    if (!way) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
    const result = await way.answer(await portsNow(), params, toolbox)
    const cacheScope = toolbox.isPersonal ? 'private' : 'public'
    return era === 'modern' && way.lasts ? { ...result, ttlMs: way.lasts * 1000, cacheScope } : result
  }
  return server
}

/** The answer if it comes from the other server: the list with its tools, or a call to one of them. */
async function answerElsewhere(
  method: string,
  params: unknown,
  { list }: Pick<Toolbox<never>, 'list'>,
  remote: RemoteTools,
): Promise<ServerResult | undefined> {
  if (method === 'tools/list') return { ...list, tools: [...list.tools, ...(await remote.tools())] }
  if (method !== 'tools/call') return
  const { name, arguments: args } = parse(CallTool, params)
  return lookUp<string>(ownToolPurposes, name) ? remote.call(name, args) : undefined
}

/** The requests of all batches run one by one, with other requests let in between. */
function nextTurn() {
  lastTurn = lastTurn.then(pause)
  return lastTurn
}
let lastTurn = Promise.resolve()

const bareName = { name: identity.name, version: identity.version }
const siteOf = ({ baseUrl }: Site) => ({ websiteUrl: baseUrl, icons: [iconOn(baseUrl)] })

/** Whether we answer a method ourselves, not the SDK. */
export const isAnsweredHere = (method: string, toolbox: Pick<Toolbox<never>, 'isPersonal'>) =>
  wayOf(method, toolbox) !== undefined

const wayOf = (method: string, { isPersonal }: Pick<Toolbox<never>, 'isPersonal'>) =>
  isPersonal && !method.startsWith('tools/') ? undefined : lookUp(ways, method)

// The stateless transport creates a server per request; compiling validators each time would be
// most of the work.
const jsonSchemaValidator = new AjvJsonSchemaValidator()

interface Way {
  answer: <P extends ToolPorts>(ports: P, params: unknown, toolbox: Toolbox<P>) => ServerResult | Promise<ServerResult>
  /** How many seconds a client may cache the answer. The catalog is reloaded every minute. */
  lasts?: number
}

const HOUR = 3600
const MINUTE = 60

const ways: Record<string, Way> = {
  'tools/list': { answer: (_ports, _params, { list }) => list, lasts: HOUR },
  'tools/call': { answer: (ports, params, { tools }) => callTool(ports, parse(CallTool, params), tools) },
  'resources/list': { answer: ({ grinders }) => listResources(grinders), lasts: MINUTE },
  'resources/templates/list': { answer: () => resourceTemplates, lasts: HOUR },
  'resources/read': {
    answer: ({ grinders }, params) => readResource(grinders, parse(ReadResource, params)),
    lasts: MINUTE,
  },
  'prompts/list': { answer: () => promptList, lasts: HOUR },
  'prompts/get': { answer: (_ports, params) => getPrompt(parse(GetPrompt, params)) },
  'completion/complete': { answer: ({ grinders }, params) => complete(grinders, parse(Complete, params)) },
}

function parse<S extends v.GenericSchema>(schema: S, params: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, params, { abortEarly: true })
  if (parsed.success) return parsed.output
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, faultOf(parsed.issues[0]).message)
}

const CallTool = v.object({ name: field.text(0, 200), arguments: v.optional(v.unknown(), {}) })

/**
 * Errors that a model can correct are returned as a result that says how; a tool that does not
 * exist is a protocol error.
 */
async function callTool<P extends ToolPorts>(
  ports: P,
  { name, arguments: args }: v.InferOutput<typeof CallTool>,
  tools: readonly Tool<P>[],
): Promise<CallToolResult> {
  const tool = tools.find(tool => tool.name === name)
  if (!tool)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool ${name}; the tools are ${tools.map(({ name }) => name).join(', ')}`,
    )
  const told = ports.data && { _meta: { 'dialin/data': ports.data } }
  try {
    refuseWithoutScopes(tool, ports)
    if (!v.is(v.record(v.string(), v.unknown()), args) || Array.isArray(args)) throw notAnObject(tool)
    refuseUnstorableIn(JSON.stringify(args), args)
    const parsed = v.safeParse(tool.input, leniently(tool.input, argumentsFor(tool, args)), { abortEarly: true })
    if (!parsed.success) throw faultOf(parsed.issues[0])
    const { reply, text } = await tool.answer(parsed.output, ports)
    return { content: [{ type: 'text', text }], structuredContent: reply, ...told }
  } catch (error) {
    if (!(error instanceof Fault)) {
      ports.onFailure?.(error)
      throw error
    }
    const { message, field } = asSent(error, args)
    // If the error is about a person's own things, an example doesn't help, and a model might send its figures.
    const isHelped = tool.scopes.length === 0 || field !== undefined
    const text = isHelped ? `${message} ${exampleOf(tool)}` : message
    return { content: [{ type: 'text', text }], isError: true, ...told }
  }
}

function refuseWithoutScopes({ name, scopes }: Pick<Tool<never>, 'name' | 'scopes'>, { who, site }: ToolPorts) {
  const missing = scopes.filter(scope => !who || !mayDo(who, scope))
  if (missing.length === 0) return
  const needed = inARow(missing.map(scope => `"${scope}" (${scopePurposes[scope]})`))
  throw new Fault(
    'not-allowed',
    `This token can’t call ${name}: it lacks ${needed}. The person can connect this app again and allow that, or create a token that has it at ${site?.baseUrl ?? ''}${sitePaths.keys()}.`,
  )
}

/** Other names that models use for these arguments; the schemas have only the first. */
const otherNames = [
  ['method', 'brewMethod'],
  ['doseGrams', 'dose'],
] as const

/**
 * Renames arguments to the schema's names. Refuses unknown ones: if they were ignored, the answer
 * would be mistaken for one that took them into account.
 */
function argumentsFor({ name, input }: Pick<Tool<never>, 'name' | 'input'>, args: Record<string, unknown>) {
  const known = Object.keys(entriesOf(input))
  const pairs = otherNames.filter(([own]) => known.includes(own))
  const taken = new Set([...known, ...known.map(otherNameOf), ...pairs.flat()])
  const unknown = Object.keys(args).find(one => !taken.has(one))
  if (unknown !== undefined)
    throw new Fault(
      'invalid',
      `${name} has no argument "${atMost(unknown, 60)}"; it ${known.length > 0 ? `has ${inARow(known)}` : 'takes none'}.`,
    )
  return underOwnNames(args, pairs)
}

const exampleOf = ({ name, example }: Pick<Tool<never>, 'name' | 'example'>) =>
  `Example: ${name} ${JSON.stringify(example)}`

const notAnObject = ({ input }: Pick<Tool<never>, 'input'>) =>
  new Fault('invalid', `arguments must be an object: { ${Object.keys(entriesOf(input)).join(', ')} }.`)
