import { Fault } from '../../core/errors.ts'
import { MAX_BODY_BYTES } from '../config/config.ts'
import { isStorable } from '../schemas/storable.ts'
import { bodyReader, discardedBody } from './body.ts'
import { callerOf, clientAddress, tooMany } from './caller.ts'
import type { Reply } from './compress.ts'
import type { Context } from './context.ts'
import { accessOf, methodsOf, type PageDeclaration } from './endpoint.ts'
import { asFault, faultFor, wantsPage } from './fault-replies.ts'
import { endInBrowser } from './leave-browser.ts'
import { LONGEST_NAME_IN_PATH, refuseOverlong } from './overlong.ts'
import { type PipelineDeps, reading, receive } from './receive.ts'
import { replyCache } from './reply-cache.ts'
import { hasSessionCookie } from './session.ts'

/** The pipeline of a page: limit, authenticate, read, respond. */
export function pagePipeline(page: PageDeclaration, deps: PipelineDeps) {
  const { ports } = deps
  const answerCached = replyCache(page, ports)
  const takesBody = methodsOf(page)[0] !== 'GET'
  const read = reading(deps, !takesBody)
  const { maxBody = MAX_BODY_BYTES } = page
  // A program that accepts any media type must not be sent to the page for signing in.
  const isForPeople = page.media !== 'application/json'
  const showsAgain = (request: Request) => page.showsAgain && wantsPage(request)

  return async (context: Context): Promise<Reply> => {
    const address = clientAddress(context, deps)
    const body = bodyReader(context.request, maxBody, deps.heldBodies, address)
    // Only for files. What somebody typed into a form is easier to get back with the browser's back
    // button.
    const tooLarge = page.maxBody && showsAgain(context.request) ? discardedBody(context.request, maxBody) : undefined
    /**
     * For people who turn out not to be signed in: reads no more than a form may have, so that it
     * can be sent after signing in.
     */
    const unsent = bodyReader(context.request, MAX_BODY_BYTES, deps.heldBodies, address)
    try {
      for (const part of Object.values(context.params ?? {}))
        if (part.length > LONGEST_NAME_IN_PATH || !isStorable(part)) throw nothingHere()
      const tooOften = await tooMany(page, context, deps)
      if (tooOften && !showsAgain(context.request)) throw tooOften
      // Read here, so that the body counts towards the memory that all bodies share.
      const { who, sent } = await receive(
        context,
        { ...page, access: accessOf(page) },
        takesBody && (() => (tooLarge ?? body).read()),
        deps,
      )
      refuseOverlong(queryIn(context.request))
      const refused = tooOften ?? tooLarge?.fault
      const request = takesBody ? new Request(context.request, { body: sent }) : context.request
      const respond = () =>
        read(
          request,
          async ports =>
            page.respond(request, context.params, ports, { who, refused, caller: callerOf(context, deps) }),
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
      if (fault.code === 'not-signed-in' && isForPeople && wantsPage(context.request)) {
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

function queryIn({ url }: Request) {
  const at = url.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1))
}

const nothingHere = () => new Fault('not-found', 'There is nothing at this address.')
