import { capital } from '../../../../core/names.ts'
import { groups as sections } from '../../openapi/groups.ts'
import type { OpenApiDocument, Operation } from '../../openapi/model.ts'
import { type Html, html } from '../html.ts'

export interface DocsEndpoint {
  method: string
  path: string
  operation: Operation
}

export interface DocsGroup {
  name: string
  description: string
  slug: string
  endpoints: DocsEndpoint[]
}

/** The groups of the document in reading order, each of which is a page. */
export function groupsIn({ tags, paths }: OpenApiDocument): DocsGroup[] {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return tags.map(({ name, description }) => ({
    name,
    description,
    slug: slugFor(name),
    endpoints: all.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

const slugFor = (name: string) => name.toLowerCase().replaceAll(' ', '-')

export const docsPath = ({ slug }: Pick<DocsGroup, 'slug'>) => `/docs/${slug}`

/** The paths of all pages of the documentation. */
export const docsPaths = ['/docs', ...sections.map(({ name }) => docsPath({ slug: slugFor(name) }))]

/** For example get-api-recipes-id, the anchor for links from elsewhere. */
export const anchorOf = ({ method, path }: DocsEndpoint) =>
  `${method}${path}`.toLowerCase().replace(/\W+/g, '-').replace(/-$/, '')

/** For example "Convert grind setting", after the use case. */
export const nameOf = ({ operation }: DocsEndpoint) =>
  capital(
    operation.operationId
      .replace(OTHER_METHOD, '')
      .replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
      .replace(/\b(csv|mcp)\b/g, word => word.toUpperCase()),
  )

/** The endpoint that this one is another method of, with the same input and replies. */
export const alikeTo = ({ operation }: DocsEndpoint, { endpoints }: DocsGroup) =>
  OTHER_METHOD.test(operation.operationId)
    ? endpoints.find(one => one.operation.operationId === operation.operationId.replace(OTHER_METHOD, ''))
    : undefined

const OTHER_METHOD = /By(Put|Patch|Post|Get)$/

export const methodBadge = ({ method }: DocsEndpoint): Html =>
  html`<b class="method ${method.toLowerCase()}">${method}</b>`

/** For example /api/recipes/{id}, with line breaks allowed only between words. */
export const breakablePath = ({ path }: DocsEndpoint): Html =>
  html`<code>${path.split('/').map((part, at) => html`${at === 0 ? '' : html`<wbr>/`}${part}`)}</code>`
