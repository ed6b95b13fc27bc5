import { swagger } from '@elysiajs/swagger'
import type { Cache, PageDeclaration, Route } from './endpoint.ts'
import { documentation, type OpenApiDocument, pathsOf } from './openapi.ts'
import { docsPage } from './pages/docs/page.ts'

/** The API told to programs and to people: both are made from the declarations when somebody first asks. */
export function docsRoutes(routes: Route[]): PageDeclaration[] {
  let made: Promise<OpenApiDocument> | undefined
  const document = () => {
    made ??= documentOf(routes)
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
      respond: async (_request, _params, { site }) => docsPage(await document(), site.baseUrl),
    },
    {
      route: 'GET /openapi.json',
      summary: 'Every route, for programs',
      media: 'application/json',
      undocumented: true,
      cache,
      respond: async () => Response.json(await document()),
    },
  ]
}

/** The plugin puts the document together; the page that it would serve loads its reader from elsewhere, and stays inside. */
async function documentOf(routes: Route[]): Promise<OpenApiDocument> {
  const specPath = '/openapi.json'
  const plugin = swagger({
    specPath,
    excludeStaticFile: false,
    documentation: { ...documentation, paths: pathsOf(routes) },
  })
  return (await plugin.handle(new Request(`http://localhost${specPath}`))).json()
}
