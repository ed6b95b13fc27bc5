import type * as v from 'valibot'
import { Fault } from '../../../core/errors.ts'

/** What a use case makes of a form, or why it does not: the page shows that beside what was typed. */
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

/** What is wrong with a field, by what its form calls it. */
export const wrongField = ({ path, message }: v.BaseIssue<unknown>, labels: Record<string, string>): Fault =>
  new Fault('invalid', `${labels[String(path?.[0]?.key)] ?? 'What you sent'} ${message}.`)
