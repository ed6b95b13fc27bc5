import { Fault } from '../errors.ts'

/** The settings that links depend on, from the last start of the service on this database. */
export interface LastStart {
  /** Called when an instance starts. Only the newest start counts, because settings may change. */
  note: (now: Date) => Promise<void>
  /** How those settings differ from ours; no differences when no start is recorded. */
  differences: () => Promise<Differences>
}

interface Differences {
  hasOtherSecret: boolean
  otherBaseUrl: string | undefined
}

/** A link made with other settings than the service has would not work, so it is refused here. */
export async function refuseDeadLink({ lastStart }: { lastStart: LastStart }) {
  const otherwise = startedOtherwise(await lastStart.differences())
  if (otherwise)
    throw new Fault(
      'invalid',
      `The service was last started ${otherwise}, so this link would not work. Run this with the environment of the service; if you have changed that, restart the service first.`,
    )
}

/** The differences in words; undefined when there are none. */
export function startedOtherwise({ hasOtherSecret, otherBaseUrl }: Differences): string | undefined {
  const said = [
    ...(hasOtherSecret ? ['another SESSION_SECRET'] : []),
    ...(otherBaseUrl === undefined ? [] : [`BASE_URL ${otherBaseUrl}`]),
  ]
  return said.length === 0 ? undefined : `with ${said.join(' and ')}`
}
