import * as v from 'valibot'
import type { Fault } from '../../../core/errors.ts'
import { faultStatus } from '../faults.ts'
import { attempt } from './attempt.ts'
import type { Visit } from './choices.ts'
import { type FormFaults, fieldSentence } from './field-faults.ts'
import { LONG_FORM_BYTES, postedForm } from './form.ts'
import { pathIn } from './site-path.ts'

/**
 * What was typed and what is wrong with it, by field; '' stands for the whole form. Passwords are
 * never shown again.
 */
export interface RefusedForm {
  status: number
  typed: Record<string, string>
  complaints: Record<string, string>
}

/**
 * Handles a posted form. If it is refused, shows its page again with what was typed and what is
 * wrong with it.
 */
export async function answerForm<S extends v.GenericSchema>(
  visit: Visit,
  schema: S,
  again: (visit: Visit, refused: RefusedForm) => Promise<Response>,
  act: (input: v.InferOutput<S>, next: string) => Promise<Response>,
  /** What to say about a field that is wrong. */
  faults: FormFaults,
): Promise<Response> {
  const form = await postedForm(visit.request, visit.ports, LONG_FORM_BYTES)
  const { password = '', ...typed } = Object.fromEntries([...form].filter(([, value]) => value !== ''))
  const complained = ({ code, message }: Fault) =>
    again(visit, { status: faultStatus[code], typed, complaints: { '': message } })
  if (visit.refused) return complained(visit.refused)
  const { next: _, ...given } = typed
  const input = v.safeParse(schema, { email: '', password, ...given })
  if (!input.success) {
    const complaints: Record<string, string> = {}
    for (const issue of input.issues) complaints[String(issue.path?.[0]?.key ?? '')] ??= fieldSentence(issue, faults)
    return again(visit, { status: 400, typed, complaints })
  }
  const answer = await attempt(() => act(input.output, pathIn(form.get('next'))))
  return answer.fault ? complained(answer.fault) : answer.done
}
