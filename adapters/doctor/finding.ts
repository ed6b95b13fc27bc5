import { capital } from '../../core/names.ts'
import { troubleOf } from '../trouble/trouble.ts'

export interface Finding {
  about: string
  is: 'well' | 'worth a look' | 'wrong'
  says: string
  /** What to do about it. */
  remedy?: string
}

export const well = (about: string, says: string): Finding => ({ about, is: 'well', says })
export const odd = (about: string, says: string, remedy: string): Finding => ({
  about,
  is: 'worth a look',
  says,
  remedy,
})
export const wrong = (about: string, says: string, remedy: string): Finding => ({ about, is: 'wrong', says, remedy })

/** Turns an error into a finding, so that the other checks go on. */
export async function findingsBy(about: string, look: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look()
  } catch (error) {
    return [foundByError(about, error)]
  }
}

/** Of an unexpected error, only the kind is shown: the rest may contain a secret. */
export function foundByError(about: string, error: unknown, place?: string): Finding {
  const known = troubleOf(error, place)
  if (known?.code === 'service-down') return wrong(about, known.message, 'Start it, or correct its address.')
  if (known) return asRemedied(about, known.message)
  const kind = error instanceof Error ? ('code' in error && String(error.code)) || error.name : 'no error'
  return wrong(
    about,
    `could not be checked (${kind})`,
    'Run this as the user of the service; if that does not help, report it.',
  )
}

/** Our messages say what is wrong and, after a semicolon, what to do; this splits them there. */
function asRemedied(about: string, sentence: string) {
  const end = sentence.indexOf('; ')
  return end === -1
    ? wrong(about, sentence, 'Fix that, or run this as the user of the service.')
    : wrong(about, sentence.slice(0, end), capital(sentence.slice(end + '; '.length)))
}
