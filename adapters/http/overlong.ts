import * as v from 'valibot'
import { atMost } from '../../core/cut.ts'
import { Fault, faultAt } from '../../core/errors.ts'
import * as field from '../../core/fields.ts'

/** More than any form of ours has, or any address. */
export const MOST_FIELDS = 300

const anyText = field.boundedText(field.LONGEST_TEXT)
const LONGEST_FIELD_NAME = 60

/**
 * A form, or the query of a page, that is more than any of ours has is refused before anything looks into it. Fields that
 * mean less than a long text are bounded further where they are read: see `boundedText` and `LONGEST_NUMBER`.
 */
export function refuseOverlong(sent: URLSearchParams) {
  let fields = 0
  for (const [name, text] of sent) {
    if (++fields > MOST_FIELDS) throw new Fault('invalid', `At most ${MOST_FIELDS} fields may be sent.`)
    const { issues } = v.safeParse(anyText, text)
    if (issues) throw faultAt([atMost(name, LONGEST_FIELD_NAME)], `${issues[0].message}.`)
  }
}

/** In characters, of a name between two slashes of a page's address. */
export const LONGEST_NAME_IN_PATH = 500
