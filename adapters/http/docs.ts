import type { Cache, PageDeclaration, Route } from './endpoint.ts'
import type { OpenApiDocument } from './openapi/model.ts'
import { openPage } from './pages/open-page.ts'

/**
 * The API documentation, for programs and for people. Both are built from the declarations when
 * they are first requested.
 */
export function docsRoutes(routes: Route[]): PageDeclaration[] {
  let made: Promise<OpenApiDocument> | undefined
  const document = (baseUrl: string) => {
    made ??= makeDocument(routes, baseUrl)
    return made
  }
  // The content does not change while this process runs, but another release may change it.
  const cache: Cache = { control: 'public, no-cache', source: () => routes }
  return [
    {
      ...openPage('GET /docs', 'What applies to every route, and a list of them', async visit => {
        const { docsOverview } = await import('./pages/docs/overview.ts')
        return docsOverview(await document(visit.ports.site.baseUrl), visit)
      }),
      undocumented: true,
    },
    {
      ...openPage('GET /docs/:group', 'The routes of one group, for people', async (visit, { group = '' }) => {
        const { docsGroupPage } = await import('./pages/docs/group-page.ts')
        return docsGroupPage(group, await document(visit.ports.site.baseUrl), visit)
      }),
      undocumented: true,
    },
    {
      route: 'GET /openapi.json',
      summary: 'Every route, for programs',
      media: 'application/json',
      undocumented: true,
      cache,
      respond: async (_request, _params, { site }) => Response.json(await document(site.baseUrl)),
    },
  ]
}

/** The code that builds the document is also loaded only when it is first needed. */
async function makeDocument(routes: Route[], baseUrl: string) {
  const [{ documentOf }, replies] = await Promise.all([import('./openapi/document.ts'), replyExamples()])
  return throughPlugin(documentOf(routes, baseUrl, replies))
}

/** The replies that were recorded last, by operation (`bun run examples`). */
const replyExamples = async (): Promise<Record<string, unknown>> => (await import('./openapi/replies.json')).default

/**
 * The plugin returns the document. The page that it would also serve loads its viewer from another
 * site, so we never expose the plugin itself.
 */
async function throughPlugin(document: OpenApiDocument): Promise<OpenApiDocument> {
  const { swagger } = await import('@elysiajs/swagger')
  const specPath = '/openapi.json'
  // The plugin's types know only OpenAPI 3.0, but it passes on whatever it is given.
  const plugin = swagger({ specPath, excludeStaticFile: false, documentation: document as object })
  return (await plugin.handle(new Request(`http://localhost${specPath}`))).json()
}
