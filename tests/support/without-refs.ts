import type { OpenApiDocument, Operation } from '../../adapters/http/openapi/model.ts'
import {
  type DocumentedResponse,
  mapValues,
  type OpenApiSchema,
  withInner,
} from '../../adapters/http/openapi/schema.ts'

/**
 * The document with every reference replaced by what it refers to. Each schema is resolved once,
 * and the same object is used everywhere.
 */
export function withoutRefs(document: OpenApiDocument): OpenApiDocument {
  const { schemas, responses } = document.components
  const done = new Map<string, OpenApiSchema>()
  const named = ($ref: string) => {
    const known = done.get($ref) ?? resolved(schemas[nameIn($ref)] ?? {})
    done.set($ref, known)
    return known
  }
  const resolved = ({ $ref, ...schema }: OpenApiSchema): OpenApiSchema =>
    $ref ? { ...named($ref), ...schema } : nullInside(withInner(schema, resolved))
  const response = (given: Operation['responses'][string]): DocumentedResponse => {
    const { content, ...rest } = '$ref' in given ? (responses[nameIn(given.$ref)] as DocumentedResponse) : given
    return { ...rest, ...(content && { content: mapValues(content, media) }) }
  }
  const media = <T extends { schema: OpenApiSchema }>(one: T): T => ({ ...one, schema: resolved(one.schema) })
  const operation = (one: Operation): Operation => ({
    ...one,
    ...(one.parameters && { parameters: one.parameters.map(media) }),
    ...(one.requestBody && {
      requestBody: { ...one.requestBody, content: mapValues(one.requestBody.content, media) },
    }),
    responses: mapValues(one.responses, response),
  })
  return { ...document, paths: mapValues(document.paths, path => mapValues(path, operation)) }
}

const nameIn = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1)

/** Turns an anyOf of one shape and null into that shape with a nullable type. */
function nullInside({ anyOf, ...schema }: OpenApiSchema): OpenApiSchema {
  const [only, nothing, ...others] = anyOf ?? []
  if (!anyOf) return schema
  if (nothing?.type !== 'null' || others.length > 0 || typeof only?.type !== 'string') return { ...schema, anyOf }
  return { ...only, ...schema, type: [only.type, 'null'] }
}
