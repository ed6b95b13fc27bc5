import type { Cache, PageDeclaration, Route } from './endpoint.ts'
import type { OpenApiDocument } from './openapi/model.ts'

/** The API told to programs and to people: both are made from the declarations when somebody first asks. */
export function docsRoutes(routes: Route[]): PageDeclaration[] {
  let made: Promise<OpenApiDocument> | undefined
  const document = (baseUrl: string) => {
    made ??= makeDocument(routes, baseUrl)
    return made
  }
  // Made of what never changes while we run; another release may say something else.
  const cache: Cache = { control: 'public, no-cache', source: () => routes }
  return [
    {
      route: 'GET /docs',
      summary: 'Every route, for people',
      media: 'text/html',
      undocumented: true,
      cache,
      respond: async (_request, _params, { site }) => {
        const { docsPage } = await import('./pages/docs/page.ts')
        return docsPage(await document(site.baseUrl), site.baseUrl)
      },
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

/** What makes it is loaded then, too. */
async function makeDocument(routes: Route[], baseUrl: string) {
  const [{ documentOf }, replies] = await Promise.all([import('./openapi/document.ts'), replyExamples()])
  return throughPlugin(documentOf(routes, baseUrl, replies))
}

/** What the operations answered when they were last recorded (`bun run examples`); a test holds them to it. */
const replyExamples = async (): Promise<Record<string, unknown>> => (await import('./openapi/replies.json')).default

/** The plugin hands the document out; the page that it would serve loads its reader from elsewhere, and stays inside. */
async function throughPlugin(document: OpenApiDocument): Promise<OpenApiDocument> {
  const { swagger } = await import('@elysiajs/swagger')
  const specPath = '/openapi.json'
  // Its types know OpenAPI 3.0 only; it passes on what it is given.
  const plugin = swagger({ specPath, excludeStaticFile: false, documentation: document as object })
  return (await plugin.handle(new Request(`http://localhost${specPath}`))).json()
}
