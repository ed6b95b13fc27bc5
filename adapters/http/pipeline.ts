import * as v from 'valibot'
import type { Person } from '../../core/accounts/model.ts'
import { seenBy } from '../../core/equipment/seen-grinders.ts'
import { Fault, faultOf } from '../../core/errors.ts'
import type { Pieces } from '../../core/pieces.ts'
import type { Ports } from '../../core/ports.ts'
import { MAX_BODY_BYTES } from '../config/config.ts'
import { asSent, coercionFor, leniently } from '../schemas/coerce.ts'
import { trimFor } from '../schemas/trim.ts'
import { prefers } from './accept.ts'
import { bodyReader, fileIn, inputReader } from './body.ts'
import { callerOf, clientAddress, refuseForeignDomain, refuseTooMany } from './caller.ts'
import { compressed, packerFor, quickEncodingFor, type Reply, tagOf } from './compress.ts'
import type { Context } from './context.ts'
import { isSecure } from './cookies.ts'
import type { Access, Endpoint, Route } from './endpoint.ts'
import { isPage, methodsOf, pathNamesOf } from './endpoint.ts'
import { etagOf, matches } from './etag.ts'
import { asFault, faultReply, wantsPage } from './fault-replies.ts'
import { HttpFault } from './faults.ts'
import { leaveBrowser } from './leave-browser.ts'
import { grinderNamed } from './named-grinder.ts'
import { inOneWrite } from './one-write.ts'
import { pagePipeline } from './page-pipeline.ts'
import { jsonParts, lineParts, streamOf } from './pieces-stream.ts'
import { type PipelineDeps, reading, receive } from './receive.ts'
import { replyCache } from './reply-cache.ts'
import { isSigned, refuseForeignForm, sessionCookie } from './session.ts'

/** Turns a declaration into a handler: limit, authenticate, authorize, read, parse, run, reply. */
export function pipeline(route: Route, deps: PipelineDeps): (context: Context) => Promise<Reply> {
  const answer = isPage(route) ? pagePipeline(route, deps) : endpointPipeline(route, deps)
  return async context => {
    const { set } = context
    // The same for every origin, so that a cache in between may give it to anyone.
    if (route.open) {
      set.headers['access-control-allow-origin'] = '*'
      delete set.headers['access-control-allow-credentials']
      delete set.headers.vary
    }
    const reply = await answer(context)
    if (reply instanceof Response && reply.headers.has('set-cookie')) reply.headers.set('cache-control', 'no-store')
    // The reply may be a Response while its cookie is still in the context.
    if (set.headers['set-cookie']) {
      set.headers['cache-control'] = 'private, no-store'
      if (reply instanceof Response) reply.headers.set('cache-control', 'private, no-store')
    }
    // Bytes come from the reply cache, ready to be sent.
    if (reply instanceof Uint8Array || ('inPieces' in route && route.inPieces)) return reply
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
    const body = takesBody ? bodyReader(request, maxBody, deps.heldBodies, clientAddress(context, deps)) : undefined
    let input: unknown
    if (endpoint.alsoAs) set.headers.vary = [set.headers.vary, 'Accept'].filter(Boolean).join(', ')
    try {
      if (endpoint.changesState && request.method === 'HEAD') throw onlyByGet(context)
      if (takesBody && !endpoint.open) refuseForeignForm(request, deps.isOwnOrigin)
      if (endpoint.limit) await refuseTooMany(endpoint, context, deps)
      const large = (who: Person | undefined) =>
        who && readsBody?.large && { ...readsBody.large, begin: (bytes: number) => deps.uploads.begin(who.id, bytes) }
      const { who, sent } =
        body || mayBeSomebody(request, endpoint.access)
          ? await receive(context, endpoint, body && (who => body.read(large(who))), deps)
          : nobody
      input = readsBody
        ? await readsBody.read(body?.stored() ?? sent, new URL(request.url).searchParams)
        : readInput(request, params, takesFile ? '' : sent.toString('utf8'))
      const theirs = await seenBy(ports, who)
      const told = withGrinder(leniently(endpoint.input, input), theirs.grinders)
      const parsed = v.safeParse(endpoint.input, told, { abortEarly: true })
      if (!parsed.success) throw faultIn(inPath, parsed.issues[0])
      if (takesFile)
        Object.assign(parsed.output as object, { [takesFile.name]: await fileIn(request, sent, takesFile.name) })
      const caller = callerOf(context, deps)
      const { allowedSites } = endpoint
      if (allowedSites)
        refuseForeignDomain(caller, await read(request, ports => allowedSites(parsed.output, ports)), context, ports)
      const run = async () => {
        const reply = await read(request, async ports =>
          endpoint.run(parsed.output, await seenBy(ports, who), who, caller),
        )
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
      // If the account is deleted meanwhile, only some of its rows are left, and they must not look
      // like all of them.
      const still = async () => who && authenticate(request, endpoint)
      if (endpoint.inPieces)
        return new Response(
          streamOf(endpoint.file ? lineParts(reply as Pieces<string>) : jsonParts(reply), {
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
      const fault = asFault(asSent(error, input), context, deps)
      const json = faultReply(fault, context)
      if (body?.isCutShort()) set.headers.connection = 'close'
      return endpoint.browser && wantsPage(request) ? endpoint.browser.fault(fault, ports, request) : json
    } finally {
      if (body) await body.release()
    }
  }
}

/**
 * A request without credentials to a route that does not need any skips authentication, because
 * awaiting it would take longer than this check. Routes that need a sign-in always authenticate.
 */
const mayBeNobody: Access[] = ['anyone', 'optional']
const mayBeSomebody = (request: Request, access: Access) =>
  access !== 'public' && (!mayBeNobody.includes(access) || isSigned(request))
const nobody = { who: undefined, sent: Buffer.alloc(0) }

/**
 * A GET of this link changes something, so a HEAD, which only checks whether it exists, is refused.
 */
function onlyByGet({ set }: Context) {
  set.headers.allow = 'GET'
  return new HttpFault('method-not-allowed', 'This address takes GET, not HEAD.')
}

/** An invalid id in the path names nothing: 404. In a body or query it is a mistake: 400. */
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
