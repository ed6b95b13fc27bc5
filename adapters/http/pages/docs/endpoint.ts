import type { Access } from '../../endpoint.ts'
import type { OpenApiDocument, Operation } from '../../openapi/model.ts'
import type { DocumentedResponse, OpenApiSchema } from '../../openapi/schema.ts'
import { type Html, html } from '../html.ts'
import { curlFor } from './curl.ts'
import { bodyFields, parameterFields } from './fields.ts'
import { alikeTo, anchorOf, breakablePath, type DocsEndpoint, type DocsGroup, methodBadge, nameOf } from './groups.ts'
import { refName, schemaKind } from './schema-words.ts'
import { isLong, referredShape, refsIn, shapeText } from './shapes.ts'
import type { Trial } from './try-it.ts'

interface ShownEndpoint {
  endpoint: DocsEndpoint
  group: DocsGroup
  document: OpenApiDocument
  baseUrl: string
  trial?: Trial | undefined
}

/** One endpoint: who may call it, what to send and the replies; beside it, a sample of both. */
export function endpointPart({ endpoint, group, document, baseUrl, trial }: ShownEndpoint): Html {
  const { method, path, operation } = endpoint
  const { summary, description } = operation
  const anchor = anchorOf(endpoint)
  const alike = alikeTo(endpoint, group)
  return html`<article id="${anchor}" aria-labelledby="${anchor}-name"><div>
<h2 id="${anchor}-name">${nameOf(endpoint)}</h2>
<p class="route">${methodBadge(endpoint)} <a href="#${anchor}">${breakablePath(endpoint)}</a> <span class="chip">${whoMay[operation['x-access']]}</span>${scopeChip(operation)}</p>
<p>${withCode(description.startsWith(summary) ? description : `${summary}. ${description}`)}</p>
${alike ? html`<p>The request and responses are the same as for <a href="#${anchorOf(alike)}">${alike.method} ${alike.path}</a>.</p>` : contractOf(operation, document)}</div>
<div class="sample"><pre class="request">${trial?.request ?? curlFor(method, path, operation, baseUrl)}</pre>${trial ? trial.form : ''}${alike ? '' : exampleOf(trial?.reply ?? recordedReply(operation, document), trial !== undefined)}</div>
</article>
`
}

/** The scope that an API token needs. Routes that visitors may call work without one, so nothing is said there. */
function scopeChip({ 'x-access': access, 'x-scope': scope }: Operation): Html | '' {
  if (access !== 'member' && access !== 'roaster') return ''
  return html` <span class="chip">${scope ? `API token: ${scope}` : 'No API token'}</span>`
}

/** What to send, and the replies. */
function contractOf(operation: Operation, document: OpenApiDocument): Html {
  const { parameters = [] } = operation
  const body = bodyOf(operation)
  const replies = Object.entries(repliesOf(operation, document))
  return html`${parameterFields('Path', parameters, 'path')}${parameterFields('Query', parameters, 'query')}${body ? bodyFields(referredShape(body, document.components.schemas)) : ''}
<h3>Responses</h3>
<ul class="replies">${replies.map(([status, reply]) => replyPart(status, reply, document))}</ul>`
}

const recordedReply = (operation: Operation, document: OpenApiDocument): unknown =>
  Object.values(repliesOf(operation, document))
    .map(({ content }) => content?.['application/json']?.example)
    .find(example => example !== undefined)

/** The names of all shapes that the part of an endpoint refers to. */
export function shapesIn({ operation }: DocsEndpoint, document: OpenApiDocument): string[] {
  const { schemas } = document.components
  const shown = Object.values(repliesOf(operation, document)).map(replySchema)
  return [bodyOf(operation), ...shown]
    .flatMap(schema => (schema ? [referredShape(schema, schemas)] : []))
    .flatMap(({ $ref: _, ...schema }) => refsIn(schema))
}

const bodyOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema

const repliesOf = ({ responses }: Operation, { components }: OpenApiDocument): Record<string, DocumentedResponse> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, reply]) => [
      status,
      '$ref' in reply ? (components.responses[refName(reply.$ref)] as DocumentedResponse) : reply,
    ]),
  )

const replySchema = ({ content }: DocumentedResponse): OpenApiSchema | undefined => {
  const schema = content?.['application/json']?.schema
  return schema?.$ref?.endsWith('/Error') ? undefined : schema
}

/** Field names are in backticks, as in Markdown. */
const withCode = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

/** The reply to the sample request. A long one is folded, unless somebody has just asked for it. */
function exampleOf(example: unknown, isAsked: boolean): Html | '' {
  if (example === undefined) return ''
  const text = JSON.stringify(example, null, 2)
  if (text.split('\n').length <= LONGEST_EXAMPLE) return html`<pre>${text}</pre>`
  return html`<details class="answer"${isAsked ? html` open` : ''}><summary>Example reply</summary><pre>${text}</pre></details>`
}

/** In lines. */
const LONGEST_EXAMPLE = 24

const whoMay: Record<Access, string> = {
  public: 'Anyone',
  anyone: 'Anyone, and more when signed in',
  optional: 'Anyone, and more when signed in',
  member: 'Signed in',
  roaster: 'Members of a roaster',
}

function replyPart(status: string, reply: DocumentedResponse, { components }: OpenApiDocument): Html {
  const { description, content = {} } = reply
  const isError = Number(status) >= 400
  const media = Object.keys(content).join(' or ')
  const words = isError ? description : [description, media].filter(word => word !== '').join(', ')
  const schema = replySchema(reply)
  const shape = schema && referredShape(schema, components.schemas)
  const sign = html`<b class="${isError ? 'error' : 'good'}">${status}</b>`
  if (shape && !isError && (shape.properties || isLong(shape)))
    return html`<li>${sign}<details><summary>${words}</summary>${shapeText(shape)}</details></li>`
  return html`<li>${sign} ${words}${shape && !isError ? `: ${schemaKind(shape)}` : ''}</li>`
}
