import type * as v from 'valibot'
import { Fault } from '../../../core/errors.ts'

/**
 * The result of a use case, or the reason why it refused, which the page shows next to the form.
 */
export async function attempt<T>(
  act: () => Promise<T>,
): Promise<{ done: T; fault?: undefined } | { done?: undefined; fault: Fault }> {
  try {
    return { done: await act() }
  } catch (error) {
    if (error instanceof Fault) return { fault: error }
    throw error
  }
}

/** What is wrong with a field, using the form's name for it. */
export const wrongField = ({ path, message }: v.BaseIssue<unknown>, labels: Record<string, string>): Fault =>
  new Fault('invalid', `${labels[String(path?.[0]?.key)] ?? 'What you sent'} ${message}.`)
