import { Elysia } from 'elysia'
import { Fault } from '../../core/errors.ts'
import { isLastOnConnection } from './connection.ts'
import type { Context } from './context.ts'
import { isSecure } from './cookies.ts'
import { corsPolicy } from './cors.ts'
import { docsRoutes } from './docs.ts'
import type { Route } from './endpoint.ts'
import { methodsOf, pathNamesOf, pathOf } from './endpoint.ts'
import { faultFor, faultReply } from './fault-replies.ts'
import { HttpFault } from './faults.ts'
import { pipeline } from './pipeline.ts'
import type { PipelineDeps } from './receive.ts'
import { logged } from './request-log.ts'

/** All routes behind one server. Nothing here knows what any of them does. */
export function createApp(declared: Route[], deps: PipelineDeps, isOwnOrigin: (origin: string) => boolean) {
  const routes = [...declared, ...docsRoutes(declared)]
  const app = new Elysia({ name: 'dialin' })
    .headers({
      'x-content-type-options': 'nosniff',
      ...(isSecure(deps.ports.site) && { 'strict-transport-security': 'max-age=31536000' }),
    })
    // First, before anything parses the URL.
    .onRequest(({ request, set }) => {
      if (isLastOnConnection(request) || deps.ports.health.isStopping) set.headers.connection = 'close'
      if (hasAddress(request)) return
      return faultReply(new Fault('invalid', 'The Host header is missing or isn’t a valid host name.'), {
        set,
      } as Context)
    })
    .use(corsPolicy(routes, isOwnOrigin))

  for (const route of routes) {
    const respond = pipeline(route, deps)
    const paramNames = pathNamesOf(route)
    for (const method of methodsOf(route)) {
      const answer = logged(deps.log, respond, deps.counts?.of(method, pathOf(route)))
      app.route(
        method,
        routerPath(route),
        ({ request, params, server, set }) =>
          answer({ request, params: withNames(params as Record<string, string>, paramNames), server, set } as Context),
        // Elysia gets no schema and reads no body: the pipeline does both.
        { parse: 'none' },
      )
    }
  }

  const answerUnrouted = ({ code, error, request, set }: FailedRequest) => {
    const context = { request, set } as Context
    if (code === 'NOT_FOUND') return faultFor(noSuchRoute(routes, request, context), context, deps)
    deps.log.error('failed outside the pipeline', { error: String(error) })
    return faultFor(new Fault('internal', 'Something went wrong on our side. Try again in a moment.'), context, deps)
  }
  const answerError = logged(deps.log, answerUnrouted, deps.counts?.of('any', 'none'))
  return app.onError(({ code, error, request, set }) => answerError({ code, error, request, set }))
}

/**
 * Elysia's router allows only one parameter name at a given position, so it gets `:_0`, `:_1` and
 * so on. That lets us declare both /embed/:shareId and /embed/:roasterSlug/…
 */
const routerPath = (route: Route) =>
  pathNamesOf(route).reduce((path, name, at) => path.replace(`:${name}`, `:_${at}`), pathOf(route))

/**
 * The server accepts any Host header, even one that makes an invalid URL. Load balancers may probe
 * with HTTP/1.0 and send none, so health checks are answered without it.
 */
const hasAddress = ({ url }: Request) =>
  url.startsWith(lastHost) || isAddress(url) || /^\/api\/health(\/live|\/ready)?$/.test(url)

/**
 * The last valid scheme and host. Most requests name the same one, and a path cannot make the URL
 * invalid, so they need no parsing.
 */
let lastHost = 'http://localhost/'
function isAddress(url: string) {
  if (!URL.canParse(url)) return false
  lastHost = /^https?:\/\/[^/?#@\\]+\//.exec(url)?.[0] ?? lastHost
  return true
}

type FailedRequest = Pick<Context, 'request' | 'set'> & { code: unknown; error: unknown }

function withNames(params: Record<string, string>, names: string[]) {
  const byName: Record<string, string> = {}
  for (const [at, name] of names.entries()) byName[name] = params[`_${at}`] ?? ''
  return byName
}

function noSuchRoute(routes: Route[], request: Request, { set }: Context) {
  const { pathname } = new URL(request.url)
  const allowed = routes.filter(route => patternOf(route).test(pathname)).flatMap(methodsOf)
  if (allowed.length === 0) return new Fault('not-found', `There is nothing at ${pathname}. See /docs for all routes.`)
  set.headers.allow = allowed.join(', ')
  return new HttpFault('method-not-allowed', `${pathname} takes ${allowed.join(' or ')}, not ${request.method}.`)
}

const patternOf = (route: Route) => new RegExp(`^${pathOf(route).replace(/\./g, '\\.').replace(/:\w+/g, '[^/]+')}$`)
