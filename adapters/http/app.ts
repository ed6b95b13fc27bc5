import { swagger } from '@elysiajs/swagger'
import { Elysia } from 'elysia'
import { Fault } from '../../core/errors.ts'
import { corsPolicy } from './cors.ts'
import { docsConfig, docsScript } from './docs.ts'
import type { Route } from './endpoint.ts'
import { methodsOf, pathOf } from './endpoint.ts'
import { documentation, operationOf } from './openapi.ts'
import type { Context, Gate } from './pipeline.ts'
import { faultReply, pipeline } from './pipeline.ts'
import { requestLog } from './request-log.ts'

/** All routes behind one door. Nothing here knows what any of them does. */
export function createApp(routes: Route[], gate: Gate, isOwnOrigin: (origin: string) => boolean) {
  const app = new Elysia({ name: 'dialin' })
    .headers({ 'x-content-type-options': 'nosniff' })
    .use(requestLog(gate.log))
    .use(corsPolicy(routes, isOwnOrigin))
    .use(
      swagger({
        path: '/docs',
        specPath: '/openapi.json',
        scalarCDN: docsScript.path,
        scalarConfig: docsConfig,
        excludeStaticFile: false,
        documentation,
      }),
    )
    .get(docsScript.path, docsScript.respond, { detail: { hide: true } })

  for (const route of routes) {
    const answer = pipeline(route, gate)
    for (const method of methodsOf(route))
      app.route(
        method,
        pathOf(route),
        ({ request, params, server, set }) => answer({ request, params, server, set } as Context),
        // Elysia gets no schema and reads no body: both are the pipeline's.
        { parse: 'none', detail: route.undocumented ? { hide: true } : (operationOf(route, method) as object) },
      )
  }

  return app.onError(({ code, error, request, set }) => {
    const context = { set } as Context
    if (code === 'NOT_FOUND') return faultReply(noSuchRoute(routes, request, context), context)
    gate.log.error('failed outside the pipeline', { error: String(error) })
    return faultReply(new Fault('internal', 'Something went wrong on our side.'), context)
  })
}

function noSuchRoute(routes: Route[], request: Request, { set }: Context) {
  const { pathname } = new URL(request.url)
  const allowed = routes.filter(route => patternOf(route).test(pathname)).flatMap(methodsOf)
  if (allowed.length === 0)
    return new Fault('not-found', `There is nothing at ${pathname}; see /docs for what there is.`)
  set.headers.allow = allowed.join(', ')
  return new Fault('method-not-allowed', `${pathname} takes ${allowed.join(' or ')}, not ${request.method}.`)
}

const patternOf = (route: Route) => new RegExp(`^${pathOf(route).replace(/\./g, '\\.').replace(/:\w+/g, '[^/]+')}$`)
