import type { FileHandle } from 'node:fs/promises'
import type * as v from 'valibot'
import type { Person } from '../../core/accounts/model.ts'
import type { Scope } from '../../core/accounts/scopes.ts'
import type { Caller } from '../../core/caller.ts'
import type { Sighting } from '../../core/embeds/sightings.ts'
import type { Fault } from '../../core/errors.ts'
import type { InPieces, Pieces } from '../../core/pieces.ts'
import type { RoasterMember } from '../../core/portal/members.ts'
import type { Ports } from '../../core/ports.ts'
import type { HttpFaultCode } from './faults.ts'
import type { Limit } from './limits.ts'
import type { Content, DocumentedResponse, Parameter } from './openapi/schema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who a use case acts for, depending on the access that its endpoint declares. */
interface WhoByAccess {
  /** Credentials are ignored. */
  public: undefined
  /**
   * Public, with a richer reply for people who are signed in. An expired or invalid token counts as
   * not signed in.
   */
  anyone: Person | undefined
  /**
   * Works without signing in, with a richer reply for people who are. An expired cookie counts as
   * not signed in; an expired Bearer token is refused.
   */
  optional: Person | undefined
  /** A signed-in person. */
  member: Person
  /**
   * A signed-in member of a roaster. Members of several say which with `?roaster=slug`; by default
   * it is the first.
   */
  roaster: RoasterMember
}
export type Access = keyof WhoByAccess

export interface Declaration {
  /**
   * Path parameters come from the path, all other input from the query on GET and from the body on
   * other methods.
   */
  route: `${Method} /${string}`
  /** A second method for the same operation, where clients may use either. */
  also?: Method
  /**
   * The operation's name in the OpenAPI document. By default that of the use case; needed only if
   * `run` has no name of its own.
   */
  name?: string
  summary: string
  /** What the summary has no room for, in one to three sentences. */
  description?: string
  /**
   * The scope that an API token needs here. Without one, no token opens the route: whoever sends one
   * is refused or, on routes that visitors may call, treated as a visitor. `any`: what is behind the
   * route checks scopes itself.
   */
  scope?: Scope | 'any'
  limit?: Limit
  /** Faults beyond those that follow from access, input and limit. */
  faults?: HttpFaultCode[]
  /**
   * Readable from every origin, without credentials. By default only our own and the allowed
   * origins may read it.
   */
  open?: boolean
  /** For people rather than programs: not in the OpenAPI document. */
  undocumented?: true
  cache?: Cache
}

export interface Cache {
  /** The Cache-Control header. */
  control: string
  /** Answer If-None-Match with 304. */
  etag?: boolean
  /**
   * Returns the data that every reply is made from, apart from its input. As long as that is the
   * same object, each reply is rendered and compressed only once. Implies `etag`. See
   * reply-cache.ts.
   */
  source?: (ports: Ports) => unknown
}

export interface AllowedSites {
  /** If empty, every site is allowed. */
  domains: readonly string[]
  /** Records which site asked, and whether it was allowed. */
  note: (host: string, outcome: Sighting['outcome']) => void
}

interface EndpointDeclaration<A extends Access, I extends v.GenericSchema, R extends v.GenericSchema>
  extends Declaration {
  access: A
  input: I
  /**
   * A request that is valid as it stands: a test sends it, and the reply becomes the example in the
   * documentation.
   */
  example?: v.InferInput<I>
  reply: R
  status?: 200 | 201
  /** The reply is text of this media type, to be saved under this name. */
  file?: { media: string; name: string }
  /** `starts`: the reply's token also becomes the session cookie. `ends`: the cookie is cleared. */
  session?: 'starts' | 'ends'
  /**
   * For addresses that a person may open in a browser: how the reply or the fault is shown there.
   */
  browser?: {
    reply: (reply: v.InferOutput<R>, ports: Ports) => Response
    fault: (fault: Fault, ports: Ports, request: Request) => Promise<Response>
  }
  /** A GET that changes something (a link that works once): HEAD must not do the same. */
  changesState?: true
  /** The status of a reply, where it depends on the reply. */
  statusOf?: (reply: v.InferOutput<R>) => number
  /** The only status besides `status` that `statusOf` may return. */
  otherStatus?: number
  /**
   * The same reply in another media type, for clients whose Accept header prefers it. Do not use it
   * where a shared cache may store the reply: some caches ignore Vary.
   */
  alsoAs?: { media: string; make: (reply: v.InferOutput<R>, ports: Ports) => Promise<object> }
  /**
   * How to read a body that is JSON too large to parse in one go, or a file of one of these media
   * types.
   */
  readsBody?: {
    media: readonly string[]
    large?: LargeBody
    /** The query parameters that may accompany the body. */
    query?: v.GenericSchema
    read: (body: Buffer | FileHandle, query: URLSearchParams) => Promise<unknown>
  }
  /** In bytes; 64 KiB by default. */
  maxBody?: number
  /** For open routes: which sites may read this reply. */
  allowedSites?: (input: v.InferOutput<I>, ports: Ports) => Promise<AllowedSites>
  // Properties, not methods: a method would be bivariant and let a public route call a member-only use case.
  run: (input: v.InferOutput<I>, ports: Ports, who: WhoByAccess[A], caller: Caller) => Promise<v.InferInput<R>>
}

/**
 * Recognises, by its first bytes, a body that may be larger than `maxBody`. Such a body is written
 * to disk instead of held in memory.
 */
export interface LargeBody {
  is: (head: Uint8Array) => boolean
  maxBytes: number
}

/** A route that is not JSON in, JSON out: pages, scripts, plain text, the MCP door. */
export interface PageDeclaration extends Declaration {
  /** The media type of the reply, for the documentation. */
  media: string
  /** For each name in the path, a value that exists. */
  example?: Record<string, string>
  /** What the OpenAPI document says about it beyond path and media type. */
  operation?: PageOperation
  /**
   * `anyone`: the page is told who opens it. `member`: a visitor is sent to sign in, and then comes
   * back.
   */
  access?: 'anyone' | 'member'
  /** In bytes; 64 KiB by default. */
  maxBody?: number
  /**
   * Requests over the limit, and files larger than `maxBody`, are passed to `respond` as well,
   * which then shows the form again and changes nothing.
   */
  showsAgain?: true
  respond: (
    request: Request,
    params: Record<string, string>,
    ports: Ports,
    opened: PageOpening,
  ) => Promise<Response> | Response
}

/** Who opens a page, and how. */
interface PageOpening {
  who: Person | undefined
  /** Why the request must not be carried out: it was sent too often, or is too large. */
  refused: Fault | undefined
  caller: Caller
}

/** Written by hand, because there is no schema to derive it from. */
interface PageOperation {
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses?: Record<number, DocumentedResponse>
}

/** An endpoint whose specific types have been checked and dropped. */
export type Endpoint = Omit<
  EndpointDeclaration<Access, v.GenericSchema, v.GenericSchema>,
  'run' | 'allowedSites' | 'statusOf' | 'browser' | 'alsoAs'
> & {
  run: (input: unknown, ports: Ports, who: Person | undefined, caller: Caller) => Promise<unknown>
  inPieces?: true
  takesFile?: SentFile
  alsoAs?: { media: string; make: (reply: unknown, ports: Ports) => Promise<object> }
  allowedSites?: (input: unknown, ports: Ports) => Promise<AllowedSites>
  statusOf?: (reply: unknown) => number
  browser?: {
    reply: (reply: unknown, ports: Ports) => Response
    fault: (fault: Fault, ports: Ports, request: Request) => Promise<Response>
  }
}
export type Route = Endpoint | PageDeclaration

export function endpoint<A extends Access, I extends v.GenericSchema, R extends v.GenericSchema>(
  declaration: EndpointDeclaration<A, I, R>,
): Endpoint {
  // The pipeline passes `run` only what `input` and `access` have let through, so the specific
  // types can be dropped here.
  return declaration as unknown as Endpoint
}

/**
 * An endpoint whose lists are too long to read and write in one go: they are sent piece by piece,
 * as one JSON text.
 */
export function endpointInPieces<A extends Access, I extends v.GenericSchema, R extends v.GenericSchema>(
  declaration: Omit<EndpointDeclaration<A, I, R>, 'run' | 'browser' | 'cache' | 'statusOf' | 'session'> & {
    run: (
      input: v.InferOutput<I>,
      ports: Ports,
      who: WhoByAccess[A],
      caller: Caller,
    ) => Promise<InPieces<v.InferInput<R>>>
  },
): Endpoint {
  return { ...declaration, inPieces: true } as unknown as Endpoint
}

/** A file to save that is too long to hold in memory: its lines are sent as they are read. */
export function fileInPieces<A extends Access, I extends v.GenericSchema>(
  declaration: Omit<
    EndpointDeclaration<A, I, v.GenericSchema<string>>,
    'run' | 'browser' | 'cache' | 'statusOf' | 'session'
  > & {
    file: { media: string; name: string }
    run: (input: v.InferOutput<I>, ports: Ports, who: WhoByAccess[A]) => Promise<Pieces<string>>
  },
): Endpoint {
  return { ...declaration, inPieces: true } as unknown as Endpoint
}

/** A file that is sent as the body of a request, or as the field of this name in a form. */
interface SentFile {
  name: string
  media: readonly string[]
}

/** An endpoint that takes a file besides its path parameters. */
export function endpointWithFile<
  A extends Access,
  I extends v.GenericSchema,
  R extends v.GenericSchema,
  N extends string,
>(
  declaration: Omit<EndpointDeclaration<A, I, R>, 'run' | 'browser' | 'cache' | 'statusOf' | 'session'> & {
    takesFile: SentFile & { name: N }
    maxBody: number
    run: (
      input: v.InferOutput<I> & Record<N, Uint8Array>,
      ports: Ports,
      who: WhoByAccess[A],
      caller: Caller,
    ) => Promise<v.InferInput<R>>
  },
): Endpoint {
  return declaration as unknown as Endpoint
}

export const isPage = (route: Route): route is PageDeclaration => 'respond' in route

export const accessOf = (route: Route): Access => (isPage(route) ? (route.access ?? 'public') : route.access)

export function methodsOf({ route, also }: Declaration): Method[] {
  const method = route.slice(0, route.indexOf(' ')) as Method
  return also ? [method, also] : [method]
}

export const pathOf = ({ route }: Pick<Declaration, 'route'>) => route.slice(route.indexOf(' ') + 1)

export const pathNamesOf = (route: Pick<Declaration, 'route'>) =>
  [...pathOf(route).matchAll(/:(\w+)/g)].map(match => match[1] ?? '')
