import type { OpenApiDocument } from '../../openapi/model.ts'
import type { Visit } from '../choices.ts'
import { notFoundPage } from '../error.ts'
import { html } from '../html.ts'
import { sitePage } from '../layout.ts'
import { endpointPart, shapesIn } from './endpoint.ts'
import { docsPath, groupsIn } from './groups.ts'
import { reachedFrom, shapesPart } from './shapes.ts'
import { docsSide } from './side.ts'
import { trialOf } from './try-it.ts'

/** The endpoints of one group, each with its sample beside it, and the shapes that they share. */
export async function docsGroupPage(slug: string, document: OpenApiDocument, visit: Visit): Promise<Response> {
  const groups = groupsIn(document)
  const group = groups.find(one => one.slug === slug)
  if (!group) return notFoundPage(visit)
  const { baseUrl } = visit.ports.site
  const { schemas } = document.components
  const shared = reachedFrom(
    group.endpoints.flatMap(endpoint => shapesIn(endpoint, document)),
    schemas,
  )
  return sitePage(visit, {
    title: `${group.name} in the API`,
    description: `${group.description} ${group.endpoints.length} endpoints of the Dialin API, each with a request to try.`,
    canonical: docsPath(group),
    style: 'docs.css',
    script: 'docs.js',
    body: html`<div class="docs">${docsSide(groups, group)}
<div class="docs-main"><p class="label"><a href="/docs">API</a> / ${group.name}</p>
<h1>${group.name}</h1>
<p class="lead">${group.description}</p>
${group.endpoints.map(endpoint => endpointPart({ endpoint, group, document, baseUrl, trial: trialOf(endpoint, visit) }))}${shapesPart(shared, schemas)}</div></div>`,
  })
}
