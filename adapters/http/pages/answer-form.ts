import * as v from 'valibot'
import type { Fault } from '../../../core/errors.ts'
import { faultStatus } from '../faults.ts'
import { attempt } from './attempt.ts'
import type { Visit } from './choices.ts'
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
  /** The names of the fields in error messages. */
  labels: Record<string, string> = usualLabels,
): Promise<Response> {
  const form = await postedForm(visit.request, visit.ports, LONG_FORM_BYTES)
  const { password = '', ...typed } = Object.fromEntries([...form].filter(([, value]) => value !== ''))
  const complained = ({ code, message }: Fault) =>
    again(visit, { status: faultStatus[code], typed, complaints: { '': message } })
  if (visit.refused) return complained(visit.refused)
  const { next: _, ...given } = typed
  const input = v.safeParse(schema, { email: '', password, ...given })
  if (!input.success) {
    const nested = v.flatten(input.issues).nested as Record<string, string[]>
    const sentences = Object.entries(nested).map(([name, [first]]) => [name, `${labels[name] ?? name} ${first}.`])
    return again(visit, { status: 400, typed, complaints: Object.fromEntries(sentences) })
  }
  const answer = await attempt(() => act(input.output, pathIn(form.get('next'))))
  return answer.fault ? complained(answer.fault) : answer.done
}

const usualLabels: Record<string, string> = {
  email: 'The email address',
  password: 'The password',
  name: 'The name',
  message: 'The message',
  businessEmail: 'The address of the business',
  roasterName: 'The name of the roastery',
  proofUrl: 'The page that shows it',
  notes: 'What you added',
}
