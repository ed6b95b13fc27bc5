import * as v from 'valibot'
import { atMost } from '../../core/cut.ts'
import { Fault, faultAt } from '../../core/errors.ts'
import * as field from '../../core/fields.ts'

/** More than any form or address of ours has. */
export const MOST_FIELDS = 300

const anyText = field.boundedText(field.LONGEST_TEXT)
const LONGEST_FIELD_NAME = 60

/**
 * Refuses a form or a query with more fields or longer texts than any of ours, before anything else
 * looks at it. Fields that hold less than a long text are bounded further where they are read: see
 * `boundedText` and `LONGEST_NUMBER`.
 */
export function refuseOverlong(sent: URLSearchParams) {
  let fields = 0
  for (const [name, text] of sent) {
    if (++fields > MOST_FIELDS)
      throw new Fault('invalid', `A form or query can have at most ${MOST_FIELDS} fields. Send fewer.`)
    const { issues } = v.safeParse(anyText, text)
    if (issues) throw faultAt([atMost(name, LONGEST_FIELD_NAME)], `${issues[0].message}.`)
  }
}

/** In characters, for one segment of a page's path. */
export const LONGEST_NAME_IN_PATH = 500
