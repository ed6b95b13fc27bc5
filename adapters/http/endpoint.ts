import type { FileHandle } from 'node:fs/promises'
import type * as v from 'valibot'
import type { Person } from '../../core/accounts/model.ts'
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

/** Who a use case is told it acts for, by the access its endpoint asks for. */
interface WhoByAccess {
  /** No sign-in is looked at. */
  public: undefined
  /** Public, and richer when signed in: whoever is not, stale token included, is a visitor. */
  anyone: Person | undefined
  /** Works anonymously, richer when signed in. */
  optional: Person | undefined
  /** A signed-in person. */
  member: Person
  /** A signed-in person who belongs to a roaster; with several, `?roaster=slug` says which, else it is the first. */
  roaster: RoasterMember
}
export type Access = keyof WhoByAccess

interface Declaration {
  /** Names in the path come from the path, the rest from the query on GET, from the body otherwise. */
  route: `${Method} /${string}`
  /** A second verb for the same thing, where clients may use either. */
  also?: Method
  /** What it is called in the OpenAPI document; as its use case is, unless that has no name of its own. */
  name?: string
  summary: string
  /** What the summary has no room for, in one to three sentences. */
  description?: string
  limit?: Limit
  /** Faults beyond the ones that access, input and limit bring along. */
  faults?: HttpFaultCode[]
  /** Open to all origins without credentials; otherwise only our own and allowed origins may read it. */
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
   * What every reply is made from, beside its input. While that is the same object, a reply is rendered once and
   * compressed once. Implies `etag`. See reply-cache.ts.
   */
  source?: (ports: Ports) => unknown
}

export interface AllowedSites {
  /** None: all. */
  domains: readonly string[]
  /** Is told what became of a page that asked. */
  note: (host: string, outcome: Sighting['outcome']) => void
}

interface EndpointDeclaration<A extends Access, I extends v.GenericSchema, R extends v.GenericSchema>
  extends Declaration {
  access: A
  input: I
  /** A request that is taken as it stands: a test sends it, and what comes back is the example of the reply. */
  example?: v.InferInput<I>
  reply: R
  status?: 200 | 201
  /** The reply is a text of this media type, to save under this name. */
  file?: { media: string; name: string }
  /** `starts`: the reply's token also becomes the session cookie. `ends`: the cookie is cleared. */
  session?: 'starts' | 'ends'
  /** For what a person may open in a browser: how the reply or the fault looks there. */
  browser?: {
    reply: (reply: v.InferOutput<R>, ports: Ports) => Response
    fault: (fault: Fault, ports: Ports, request: Request) => Promise<Response>
  }
  /** A GET that changes something (a link that works once): HEAD must not do the same. */
  changesState?: true
  /** The status of a reply, where it depends on the reply. */
  statusOf?: (reply: v.InferOutput<R>) => number
  /** The one other than `status` that `statusOf` may give. */
  otherStatus?: number
  /** The same in another media type, for who prefers that by Accept. Not where a shared cache may keep it: some do not look at Vary. */
  alsoAs?: { media: string; make: (reply: v.InferOutput<R>, ports: Ports) => Promise<object> }
  /** The body is JSON too large to read in one go, or a file of these media types: what reads it. */
  readsBody?: {
    media: readonly string[]
    large?: LargeBody
    /** What the address may say beside the body. */
    query?: v.GenericSchema
    read: (body: Buffer | FileHandle, query: URLSearchParams) => Promise<unknown>
  }
  /** Bytes; 64 KiB unless said otherwise. */
  maxBody?: number
  /** Of an open route: whose pages may read this reply. */
  allowedSites?: (input: v.InferOutput<I>, ports: Ports) => Promise<AllowedSites>
  // Properties, not methods: a method would be bivariant and let a public route call a member-only use case.
  run: (input: v.InferOutput<I>, ports: Ports, who: WhoByAccess[A], caller: Caller) => Promise<v.InferInput<R>>
}

/** What a body that may be larger than `maxBody` is by its first bytes. It waits on the disk, and is not held. */
export interface LargeBody {
  is: (head: Uint8Array) => boolean
  maxBytes: number
}

/** A route that is not JSON in, JSON out: pages, scripts, plain text, the MCP door. */
export interface PageDeclaration extends Declaration {
  /** The media type of the reply, for the documentation. */
  media: string
  /** Of each name in the path, one that is there. */
  example?: Record<string, string>
  /** What the OpenAPI document says of it beyond its path and media type. */
  operation?: PageOperation
  /** `anyone`: the page is told who opens it. `member`: who is not signed in is sent there, and comes back. */
  access?: 'anyone' | 'member'
  /** Bytes; 64 KiB unless said otherwise. */
  maxBody?: number
  /**
   * What is sent beyond the limit, or is a file larger than `maxBody`, is answered by `respond` too, which then shows the
   * form again and does nothing.
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
  /** It was sent too often, or is too large: why it is not done. */
  refused: Fault | undefined
  caller: Caller
}

/** Written out, for there is no schema to make it from. */
interface PageOperation {
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses?: Record<number, DocumentedResponse>
}

/** An endpoint once its types have done their work. */
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
  // The pipeline hands `run` only what `input` and `access` have let through, so the types may be forgotten here.
  return declaration as unknown as Endpoint
}

/** One whose lists are too long to read and write in one go: they leave piece by piece, as one JSON text. */
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

/** A file to save that is too long to hold: its lines leave as they are read. */
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

/** A file that is the body of a request, or a field of this name in a form. */
interface SentFile {
  name: string
  media: readonly string[]
}

/** One that takes a file beside what its path says. */
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
