import type * as v from 'valibot'
import { Fault } from '../../../core/errors.ts'

/** Whole sentences about one field of a form. `missing` and `long` are left out if `wrong` says it as well. */
interface FieldFaults {
  missing?: string
  long?: string
  wrong: string
}

/** By field name. '' is for a fault of the form as a whole. */
export type FormFaults = Readonly<Record<string, FieldFaults>>

/** What to tell people about a field, instead of the message of the schema. */
export function fieldSentence(
  { path, input, type }: v.BaseIssue<unknown>,
  faults: FormFaults,
  name = String(path?.[0]?.key ?? ''),
): string {
  const { missing, long, wrong } = faults[name] ?? unknownFault
  if (input == null || input === '') return missing ?? wrong
  return tooLong.has(type) ? (long ?? wrong) : wrong
}

/** A text that is far too long fails as 'never', before anything else is checked. */
const tooLong = new Set(['never', 'max_length'])

/** For fields that people do not fill in themselves. */
const unknownFault: FieldFaults = { wrong: 'We couldn’t read part of this form. Reload the page and try again.' }

export const wrongField = (issue: v.BaseIssue<unknown>, faults: FormFaults, name?: string): Fault =>
  new Fault('invalid', fieldSentence(issue, faults, name))

export const emailFaults: FieldFaults = {
  missing: 'Enter your email address.',
  wrong: 'That doesn’t look like an email address. Check for typos.',
}

export const newPasswordFaults: FieldFaults = {
  long: 'Use at most 1,000 characters.',
  wrong: 'Use at least 8 characters.',
}

export const roastDateFaults: FieldFaults = { wrong: 'Enter a roast date in the year 2000 or later.' }

export const webAddressFaults: FieldFaults = {
  wrong: 'Enter a web address that starts with https://, for example https://example.com.',
}
