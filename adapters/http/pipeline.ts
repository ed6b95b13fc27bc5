import * as v from 'valibot'
import type { Person } from '../../core/accounts/model.ts'
import { Fault, faultOf } from '../../core/errors.ts'
import type { Ports } from '../../core/ports.ts'
import { coercionFor, leniently } from '../coerce.ts'
import { MAX_BODY_BYTES } from '../config.ts'
import { errorFields } from '../log.ts'
import { isStorable } from '../storable.ts'
import { trimFor } from '../trim.ts'
import { prefers } from './accept.ts'
import { bodyReader, discardedBody, fileIn, type HeldBodies, inputReader, refuseLargeBody } from './body.ts'
import { type CallerDeps, callerOf, refuseForeignDomain, refuseTooMany, tooMany } from './caller.ts'
import { compressed, packerFor, quickEncodingFor, type Reply, tagOf } from './compress.ts'
import type { Context } from './context.ts'
import { isSecure } from './cookies.ts'
import type { Access, Endpoint, PageDeclaration, Route } from './endpoint.ts'
import { accessOf, isPage, methodsOf, pathNamesOf } from './endpoint.ts'
import { etagOf, matches } from './etag.ts'
import { asFault, type FaultDeps, faultFor, faultReply, wantsPage } from './fault-replies.ts'
import { jsonStream } from './json-stream.ts'
import { endInBrowser, leaveBrowser } from './leave-browser.ts'
import { grinderNamed } from './named-grinder.ts'
import { inOneWrite } from './one-write.ts'
import { replyCache } from './reply-cache.ts'
import type { Authenticate } from './session.ts'
import { hasSessionCookie, isSigned, refuseForeignForm, sessionCookie } from './session.ts'
import type { Uploads } from './uploads.ts'

/** What the pipeline works with. */
export interface PipelineDeps extends FaultDeps, CallerDeps {
  /** The same over a replica, for reading, while there is one that keeps up. */
  portsAtReplica: () => Ports | undefined
  authenticate: Authenticate
  heldBodies: HeldBodies
  uploads: Uploads
  isOwnOrigin: (origin: string) => boolean
  /** Where somebody goes who must be signed in for a page. */
  signInForPage: (request: Request, ports: Ports) => Promise<Response>
  /** Tests look at every reply through its schema; in service that is not paid for. */
  checkReply?: ((endpoint: Endpoint, reply: unknown) => void) | undefined
}

const SLOW_BODY_MS = 1000

/** What one declaration becomes: declared size, limit, who is it, may they, read, parse, run, reply. */
export function pipeline(route: Route, deps: PipelineDeps): (context: Context) => Promise<Reply> {
  const answer = isPage(route) ? pagePipeline(route, deps) : endpointPipeline(route, deps)
  const [name, value] = route.open ? ['access-control-allow-origin', '*'] : ['vary', 'Origin']
  return async context => {
    const { set } = context
    set.headers[name] = value
    const reply = await answer(context)
    if (reply instanceof Response && reply.headers.has('set-cookie')) reply.headers.set('cache-control', 'no-store')
    // A reply may have come as a Response while its cookie waits in the context.
    if (set.headers['set-cookie']) {
      set.headers['cache-control'] = 'private, no-store'
      if (reply instanceof Response) reply.headers.set('cache-control', 'private, no-store')
    }
    if (set.headers['content-encoding'] || ('inPieces' in route && route.inPieces)) return reply
    const packed = compressed(context, reply)
    return inOneWrite(context, packed instanceof Promise ? await packed : packed)
  }
}

function endpointPipeline(endpoint: Endpoint, deps: PipelineDeps) {
  const { ports, authenticate } = deps
  const { maxBody = MAX_BODY_BYTES, takesFile, readsBody } = endpoint
  const trim = trimFor(endpoint.reply)
  const readInput = inputReader(endpoint, coercionFor(endpoint.input))
  const shared = ['public', 'anyone'].includes(endpoint.access) && !endpoint.session
  const cacheControl = endpoint.cache?.control ?? (shared ? 'no-cache' : 'private, no-store')
  const answerCached = replyCache(endpoint, ports)
  const inPath = pathNamesOf(endpoint)
  const withGrinder = grinderNamed(endpoint.input, inPath)
  const takesBody = methodsOf(endpoint)[0] !== 'GET'
  const read = reading(deps, !takesBody && !endpoint.changesState)

  return async (context: Context): Promise<Reply> => {
    const { request, params, set } = context
    const body = takesBody ? bodyReader(request, maxBody, deps.heldBodies) : undefined
    if (endpoint.alsoAs) set.headers.vary = [set.headers.vary, 'Accept'].filter(Boolean).join(', ')
    try {
      if (endpoint.changesState && request.method === 'HEAD') throw onlyByGet(context)
      if (takesBody) {
        refuseLargeBody(request, readsBody?.large?.maxBytes ?? maxBody)
        if (!endpoint.open) refuseForeignForm(request, deps.isOwnOrigin)
      }
      if (endpoint.limit) await refuseTooMany(endpoint, context, deps)
      const large = (who: Person | undefined) =>
        who && readsBody?.large && { ...readsBody.large, begin: (bytes: number) => deps.uploads.begin(who.id, bytes) }
      const { who, sent } =
        body || mayBeSomebody(request, endpoint.access)
          ? await received(request, endpoint.access, body && (who => body.read(large(who))), deps)
          : nobody
      const input = readsBody
        ? await readsBody.read(body?.stored() ?? sent, new URL(request.url).searchParams)
        : readInput(request, params, takesFile ? '' : sent.toString('utf8'))
      const told = withGrinder(leniently(endpoint.input, input), ports.grinders)
      const parsed = v.safeParse(endpoint.input, told, { abortEarly: true })
      if (!parsed.success) throw faultIn(inPath, parsed.issues[0])
      if (takesFile)
        Object.assign(parsed.output as object, { [takesFile.name]: await fileIn(request, sent, takesFile.name) })
      const caller = callerOf(context, deps)
      const { allowedSites } = endpoint
      if (allowedSites)
        refuseForeignDomain(caller, await read(request, ports => allowedSites(parsed.output, ports)), context, ports)
      const run = async () => {
        const reply = await read(request, ports => endpoint.run(parsed.output, ports, who, caller))
        if (!endpoint.inPieces) deps.checkReply?.(endpoint, reply)
        return trim(reply)
      }
      const { alsoAs } = endpoint
      const other = alsoAs && prefers(request, alsoAs.media) ? alsoAs : undefined
      if (answerCached && !other)
        return await answerCached(context, parsed.output, async () => jsonResponse(await run()))
      const reply = other ? await other.make(await run(), ports) : await run()

      if (endpoint.session) setSessionCookie(endpoint, reply, context, ports)
      if (endpoint.browser && wantsPage(request)) return endpoint.browser.reply(reply, ports)
      set.status = endpoint.statusOf?.(reply) ?? endpoint.status ?? 200
      set.headers['content-type'] = endpoint.file
        ? `${endpoint.file.media}; charset=utf-8`
        : (other?.media ?? 'application/json')
      if (endpoint.file) set.headers['content-disposition'] = `attachment; filename="${endpoint.file.name}"`
      set.headers['cache-control'] = who && endpoint.access === 'anyone' ? `private, ${cacheControl}` : cacheControl
      // An account that is deleted meanwhile leaves a part of its rows, which must not look like all of them.
      const still = async () => who && authenticate(request, endpoint.access)
      if (endpoint.inPieces)
        return new Response(
          jsonStream(reply, {
            failed: error => void asFault(error, context, deps),
            atEnd: still,
            packer: packerFor(context),
          }),
        )
      const text = endpoint.file ? String(reply) : JSON.stringify(reply)
      if (!endpoint.cache?.etag) return text
      const etag = tagOf(etagOf(text), quickEncodingFor(context, text))
      set.headers.etag = etag
      if (!matches(request, etag)) return text
      set.status = 304
      return ''
    } catch (error) {
      const fault = asFault(error, context, deps)
      const json = faultReply(fault, context)
      if (body?.isCutShort()) set.headers.connection = 'close'
      return endpoint.browser && wantsPage(request) ? endpoint.browser.fault(fault, ports, request) : json
    } finally {
      if (body) await body.release()
    }
  }
}

/** To wait for the answer that it is nobody would take longer than to look. Whoever must be somebody is always looked at. */
const mayBeNobody: Access[] = ['anyone', 'optional']
const mayBeSomebody = (request: Request, access: Access) =>
  access !== 'public' && (!mayBeNobody.includes(access) || isSigned(request))
const nobody = { who: undefined, sent: Buffer.alloc(0) }

/** Who sends a request, and its body. Cheaper work first: nobody has us hold what they send before we know who it is. */
async function received(
  request: Request,
  access: Access,
  read: ((who: Person | undefined) => Promise<Buffer<ArrayBuffer>>) | false | undefined,
  { ports: { clock }, authenticate }: PipelineDeps,
) {
  const who = access === 'public' ? undefined : await authenticate(request, access)
  if (!read) return { who, sent: Buffer.alloc(0) }
  const knownAt = clock().getTime()
  const sent = await read(who)
  // Who sends slowly must not act under a session that ended meanwhile.
  const isSlow = who && clock().getTime() - knownAt > SLOW_BODY_MS
  return { who: isSlow ? await authenticate(request, access) : who, sent }
}

type Read = <T>(request: Request, read: (ports: Ports) => Promise<T>, isFound?: (answer: T) => boolean) => Promise<T>

/**
 * Who does not say who they are has nothing of their own to miss, and may read at a replica. What is not found there, or
 * fails, is asked again at the primary.
 */
function reading({ ports, portsAtReplica, log }: PipelineDeps, onlyReads: boolean): Read {
  return (request, read, isFound = () => true) => {
    const there = onlyReads && portsAtReplica()
    if (!there || isSigned(request)) return read(ports)
    return read(there).then(
      answer => (isFound(answer) ? answer : read(ports)),
      error => {
        if (!(error instanceof Fault)) log.warn('failed at the replica', errorFields(error))
        return read(ports)
      },
    )
  }
}

function pagePipeline(page: PageDeclaration, deps: PipelineDeps) {
  const { ports } = deps
  const answerCached = replyCache(page, ports)
  const takesBody = methodsOf(page)[0] !== 'GET'
  const read = reading(deps, !takesBody)
  const { maxBody = MAX_BODY_BYTES } = page
  const showsAgain = (request: Request) => page.showsAgain && wantsPage(request)

  return async (context: Context): Promise<Reply> => {
    const body = bodyReader(context.request, maxBody, deps.heldBodies)
    // Only of a file: what was typed into a form is better found again by going back.
    const tooLarge = page.maxBody && showsAgain(context.request) ? discardedBody(context.request, maxBody) : undefined
    /** Of who is not signed in: no more than a form has. */
    const unsent = bodyReader(context.request, MAX_BODY_BYTES, deps.heldBodies)
    try {
      for (const part of Object.values(context.params ?? {})) if (!isStorable(part)) throw nothingHere()
      const tooOften = await tooMany(page, context, deps)
      if (tooOften && !showsAgain(context.request)) throw tooOften
      // Read here, so that it counts among what all requests hold.
      const { who, sent } = await received(
        context.request,
        accessOf(page),
        takesBody && (() => (tooLarge ?? body).read()),
        deps,
      )
      const refused = tooOften ?? tooLarge?.fault
      const request = takesBody ? new Request(context.request, { body: sent }) : context.request
      const respond = () =>
        read(
          request,
          async ports => page.respond(request, context.params, ports, who, refused, callerOf(context, deps)),
          response => response.status < 400,
        )
      if (answerCached) return await answerCached(context, context.params ?? {}, respond)
      const response = await respond()
      if (who) response.headers.set('cache-control', 'private, no-store')
      else if (page.access && hasSessionCookie(request)) endInBrowser(response.headers, ports)
      if (page.cache && response.ok) response.headers.set('cache-control', page.cache.control)
      return response
    } catch (error) {
      const fault = asFault(error, context, deps)
      if (fault.code === 'not-signed-in' && wantsPage(context.request)) {
        const sent = takesBody ? await unsent.read().catch(() => undefined) : undefined
        const request = sent === undefined ? context.request : new Request(context.request, { body: sent })
        const response = await deps.signInForPage(request, ports)
        if (hasSessionCookie(context.request)) endInBrowser(response.headers, ports)
        return response
      }
      return await faultFor(fault, context, deps)
    } finally {
      await body.release()
      await unsent.release()
    }
  }
}

const nothingHere = () => new Fault('not-found', 'There is nothing at this address.')

/** Opening the link does something, so looking whether it is there must not. */
function onlyByGet({ set }: Context) {
  set.headers.allow = 'GET'
  return new Fault('method-not-allowed', 'This address takes GET, not HEAD.')
}

/** An id in the path that cannot be one names nothing: 404. The same in a body or query is a mistake: 400. */
function faultIn(inPath: string[], issue: v.BaseIssue<unknown>) {
  const field = String(issue.path?.[0]?.key)
  return inPath.includes(field)
    ? new Fault('not-found', `There is nothing at this address: ${field} ${issue.message}.`)
    : faultOf(issue)
}

function setSessionCookie(endpoint: Endpoint, reply: unknown, { set }: Context, ports: Ports) {
  const headers = new Headers()
  if (endpoint.session === 'ends') leaveBrowser(headers, ports)
  else headers.set('set-cookie', sessionCookie((reply as { token: string }).token, isSecure(ports.site)))
  Object.assign(set.headers, Object.fromEntries(headers), { 'set-cookie': headers.getSetCookie() })
}

const jsonResponse = (reply: unknown) =>
  new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } })
