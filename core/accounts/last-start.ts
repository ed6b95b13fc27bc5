import { Fault } from '../errors.ts'

/** The settings that links rest on, as the service had them that was started last on this database. */
export interface LastStart {
  /** By an instance that starts now. The newest counts, for settings may change. */
  note: (now: Date) => Promise<void>
  /** What it has otherwise than here; nothing where no start is known. */
  differences: () => Promise<Differences>
}

interface Differences {
  hasOtherSecret: boolean
  otherBaseUrl: string | undefined
}

/** Whoever makes a link that the service is to take must have the settings of the service. */
export async function refuseDeadLink({ lastStart }: { lastStart: LastStart }) {
  const otherwise = startedOtherwise(await lastStart.differences())
  if (otherwise)
    throw new Fault(
      'invalid',
      `The service was last started ${otherwise}, so this link would not work. Run this with the environment of the service; if you have changed that, restart the service first.`,
    )
}

/** The differences in words; undefined where there is none. */
export function startedOtherwise({ hasOtherSecret, otherBaseUrl }: Differences): string | undefined {
  const said = [
    ...(hasOtherSecret ? ['another SESSION_SECRET'] : []),
    ...(otherBaseUrl === undefined ? [] : [`BASE_URL ${otherBaseUrl}`]),
  ]
  return said.length === 0 ? undefined : `with ${said.join(' and ')}`
}
