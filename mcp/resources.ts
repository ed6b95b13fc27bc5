import {
  type CompleteResult,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
} from '@modelcontextprotocol/server'
import * as v from 'valibot'
import { Fault } from '../core/errors.ts'
import * as field from '../core/fields.ts'
import { chartOf } from '../core/grind/chart.ts'
import { grinderOf, grindersMatching } from '../core/grind/find.ts'
import type { GrinderCatalog } from '../core/grind/model.ts'
import { fullName } from '../core/grind/name.ts'

const TEMPLATE = 'grinder://{slug}'
const PREFIX = 'grinder://'
const mimeType = 'application/json'

/** The protocol's limit: at most 100 values per completion. */
const MOST_VALUES = 100

const textArgument = v.pipe(field.boundedText(200), field.noLongerThan(200))
export const ReadResource = v.object({ uri: textArgument })
export const Complete = v.object({
  ref: field.object({ type: textArgument, uri: v.optional(textArgument) }),
  argument: field.object({ name: textArgument, value: textArgument }),
})

export const listResources = (grinders: GrinderCatalog): ListResourcesResult => ({
  resources: grinders.list().map(grinder => ({
    uri: `${PREFIX}${grinder.slug}`,
    name: grinder.slug,
    title: fullName(grinder),
    description: `Dial-in chart of the ${fullName(grinder)}, espresso through cold brew.`,
    mimeType,
  })),
})

export const resourceTemplates: ListResourceTemplatesResult = {
  resourceTemplates: [
    {
      uriTemplate: TEMPLATE,
      name: 'grinder',
      title: 'Dial-in chart of a grinder',
      description: 'Settings for every brew method on one grinder, as get_grinder_chart gives them.',
      mimeType,
    },
  ],
}

export function readResource(
  grinders: GrinderCatalog,
  { uri }: v.InferOutput<typeof ReadResource>,
): ReadResourceResult {
  if (!uri.startsWith(PREFIX))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no resource ${uri}; grinders are at ${TEMPLATE}.`,
      { uri },
    )
  try {
    const chart = chartOf(grinderOf(grinders, decodeURIComponent(uri.slice(PREFIX.length))))
    return { contents: [{ uri, mimeType, text: JSON.stringify(chart) }] }
  } catch (error) {
    if (error instanceof URIError)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'uri contains an invalid % escape.', { uri })
    if (error instanceof Fault) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, { uri })
    throw error
  }
}

export function complete(grinders: GrinderCatalog, { ref, argument }: v.InferOutput<typeof Complete>): CompleteResult {
  // A client may ask about anything; for what is not ours, there is nothing to suggest.
  const isSlug = ref.type === 'ref/resource' && ref.uri === TEMPLATE && argument.name === 'slug'
  const isGrinder = ref.type === 'ref/prompt' && argument.name === 'grinder'
  if (!isSlug && !isGrinder) return { completion: { values: [], total: 0, hasMore: false } }
  const startingWith = grinders.list().filter(({ slug }) => slug.startsWith(argument.value))
  const similar = grindersMatching(grinders.list(), argument.value).filter(grinder => !startingWith.includes(grinder))
  const values = [...startingWith, ...similar].map(({ slug }) => slug)
  return {
    completion: {
      values: values.slice(0, MOST_VALUES),
      total: values.length,
      hasMore: values.length > MOST_VALUES,
    },
  }
}
