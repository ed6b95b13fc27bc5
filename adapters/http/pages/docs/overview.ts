import type { OpenApiDocument } from '../../openapi/model.ts'
import type { Visit } from '../choices.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import {
  anchorOf,
  breakablePath,
  type DocsEndpoint,
  type DocsGroup,
  docsPath,
  groupsIn,
  methodBadge,
} from './groups.ts'
import { introduction } from './introduction.ts'
import { docsSide } from './side.ts'

/**
 * What applies to every endpoint, and a list of all of them. Each has the anchor it had when the
 * documentation was one page; there, `docs.js` continues to its own page.
 */
export async function docsOverview(document: OpenApiDocument, visit: Visit): Promise<Response> {
  const groups = groupsIn(document)
  const count = groups.reduce((sum, { endpoints }) => sum + endpoints.length, 0)
  const asked = (visit.url.searchParams.get('find') ?? '').trim()
  const { baseUrl } = visit.ports.site
  return sitePage(visit, {
    title: 'The API',
    description: `The ${count} endpoints of Dialin: grinders on one scale, conversions, recipes, brews and coffees, each with a curl example. Grinder data needs no key.`,
    canonical: '/docs',
    style: 'docs.css',
    script: 'docs.js',
    body: html`<div class="docs">${docsSide(groups, undefined, asked)}
<div class="docs-main">${asked === '' ? introduction(document.info.description, baseUrl) : html`<p class="label"><a href="/docs">API</a> / Search</p><h1>Endpoints for “${asked}”</h1>`}
<section class="index" aria-labelledby="endpoints"><h2 id="endpoints">Endpoints</h2>
${foundIn(groups, asked, count)}</section></div></div>`,
  })
}

function foundIn(groups: DocsGroup[], asked: string, count: number): Html {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean)
  const found = groups
    .map(group => ({ ...group, endpoints: group.endpoints.filter(one => hasWords(one, words)) }))
    .filter(({ endpoints }) => endpoints.length > 0)
  const shown = found.reduce((sum, { endpoints }) => sum + endpoints.length, 0)
  return html`<p class="quiet">${asked === '' ? count : `${shown} of ${count}`} endpoints, also <a href="/openapi.json">as OpenAPI</a> for programs.</p>
${found.map(groupIndex)}`
}

const hasWords = ({ method, path, operation }: DocsEndpoint, words: string[]) => {
  const text = `${method} ${path} ${operation.summary}`.toLowerCase()
  return words.every(word => text.includes(word))
}

const groupIndex = (group: DocsGroup): Html =>
  html`<section id="${group.slug}" aria-labelledby="${group.slug}-name"><h3 id="${group.slug}-name"><a href="${docsPath(group)}">${group.name}</a></h3>
<p class="quiet">${group.description}</p>
<ul>${group.endpoints.map(one => html`<li id="${anchorOf(one)}"><a href="${docsPath(group)}#${anchorOf(one)}">${methodBadge(one)} ${breakablePath(one)} <small>${one.operation.summary}</small></a></li>\n`)}</ul></section>
`
