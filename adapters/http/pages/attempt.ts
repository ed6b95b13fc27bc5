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
