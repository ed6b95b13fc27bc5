import type * as v from 'valibot'

type Wish = 'number' | 'boolean' | 'text'
export type Coerce = (name: string, text: string) => unknown

/** Query and path values arrive as text; this reads off the schema, once, what each should become. */
export function coercionFor(schema: v.GenericSchema): Coerce {
  const wishes = new Map<string, Wish>()
  for (const [name, field] of Object.entries(entriesOf(schema))) wishes.set(name, wishOf(field))
  return (name, text) => {
    const wish = wishes.get(name)
    if (wish === 'number') return numberIn(text)
    if (wish === 'boolean')
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text
    return text
  }
}

/** The fields of an object schema, through pipes and wrappers. */
export function entriesOf(schema: v.GenericSchema): Record<string, v.GenericSchema> {
  const open = unwrap(schema)
  return 'entries' in open ? (open.entries as Record<string, v.GenericSchema>) : {}
}

function wishOf(field: v.GenericSchema): Wish {
  const open = unwrap(field)
  return open.type === 'number' || open.type === 'boolean' ? open.type : 'text'
}

function unwrap(schema: v.GenericSchema): v.GenericSchema {
  return 'wrapped' in schema ? unwrap(schema.wrapped as v.GenericSchema) : schema
}

/** A number in decimal notation; anything else stays text, so that the schema can say what is wrong with it. */
function numberIn(text: string) {
  const trimmed = text.trim()
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text
}
