import type { Access } from '../../endpoint.ts'
import type { Operation } from '../../openapi/model.ts'
import type { DocumentedResponse, Parameter } from '../../openapi/schema.ts'
import { type Html, html } from '../html.ts'
import { curlFor } from './curl.ts'
import { fieldList, fieldsIn, ofReply, ofRequest } from './fields.ts'

export interface DocsEndpoint {
  method: string
  path: string
  operation: Operation
}

/** For example get-api-recipes-id, the anchor for links from elsewhere. */
export const anchorOf = ({ method, path }: DocsEndpoint) =>
  `${method}${path}`.toLowerCase().replace(/\W+/g, '-').replace(/-$/, '')

/** For example GET /api/recipes/{id}, with line breaks allowed only between words. */
export const nameOf = ({ method, path }: DocsEndpoint) =>
  html`<span class="method ${method.toLowerCase()}">${method}</span> <code>${path.split('/').map((part, at) => html`${at === 0 ? '' : html`<wbr>/`}${part}`)}</code>`

/** One endpoint: who may call it, what to send, and the reply. */
export function endpointPart(endpoint: DocsEndpoint, baseUrl: string): Html {
  const { method, path, operation } = endpoint
  const { parameters = [], requestBody, responses } = operation
  const anchor = anchorOf(endpoint)
  const body = requestBody?.content['application/json']
  return html`<article id="${anchor}" aria-labelledby="${anchor}-name">
<h3 id="${anchor}-name"><a href="#${anchor}">${nameOf(endpoint)}</a></h3>
<p>${operation.summary}.</p>
<p class="more">${withCode(operation.description)}</p>
<ul class="facts"><li class="${operation['x-access']}">${whoMay[operation['x-access']]}</li>${limitOf(operation)}</ul>
<pre>${curlFor(method, path, operation, baseUrl)}</pre>
${replyExample(responses as Record<string, DocumentedResponse>)}
${parameterPart('In the path', parameters, 'path')}${parameterPart('In the query', parameters, 'query')}
${body ? html`<h4>In the body</h4>${fieldsIn(body.schema, ofRequest)}` : ''}
<h4>Replies</h4>
<ul class="replies">${Object.entries(responses as Record<string, DocumentedResponse>).map(replyPart)}</ul>
</article>
`
}

/** Field names are in backticks, as in Markdown. */
const withCode = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

/** The reply to the example request. */
function replyExample(responses: Record<string, DocumentedResponse>) {
  const example = Object.values(responses)
    .map(({ content }) => content?.['application/json']?.example)
    .find(reply => reply !== undefined)
  if (example === undefined) return ''
  return html`<details class="answer"><summary>Example reply</summary><pre>${JSON.stringify(example, null, 2)}</pre></details>`
}

const whoMay: Record<Access, string> = {
  public: 'Anyone',
  anyone: 'Anyone, and more when signed in',
  optional: 'Anyone, and more when signed in',
  member: 'Signed in',
  roaster: 'Members of a roaster',
}

const limitOf = ({ 'x-rate-limit-per-minute': limit }: Operation) =>
  limit ? html`<li>${limit} a minute from one address</li>` : ''

function parameterPart(title: string, parameters: Parameter[], place: Parameter['in']) {
  const fields = parameters
    .filter(parameter => parameter.in === place)
    .map(({ description, schema, ...rest }) => ({ ...rest, schema: description ? { ...schema, description } : schema }))
  return fields.length === 0 ? '' : html`<h4>${title}</h4>${fieldList(fields, ofRequest)}`
}

function replyPart([status, { description, content = {} }]: [string, DocumentedResponse]) {
  const isError = Number(status) >= 400
  const media = Object.keys(content).join(' or ')
  const words = isError ? description : [description, media].filter(word => word !== '').join(', ')
  const head = html`<b class="${isError ? 'error' : 'good'}">${status}</b> ${words}`
  const fields = isError ? '' : fieldsIn(content['application/json']?.schema ?? {}, ofReply)
  return html`<li>${fields ? html`<details><summary>${head}</summary>${fields}</details>` : head}</li>`
}
