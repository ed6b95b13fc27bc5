import { dialNow } from '../../../core/stand/dials.ts'
import type { StandNow } from '../../design/dial/turn.ts'
import type { Visit } from './choices.ts'
import type { OnDial } from './parts/dials.ts'

/** Where the dial that a page shows is now, if it is the reader's own and somebody knows. */
export async function standNow(
  on: Pick<OnDial, 'grinder' | 'whose'> | undefined,
  { ports, who }: Visit,
): Promise<StandNow | undefined> {
  const known = who && on?.whose === 'your' ? ports.grinders.bySlug(on.grinder.slug) : undefined
  const dial = who && known && (await dialNow(known.id, ports, who))
  return dial?.stand ? { setting: dial.stand.setting, model: dial.grinder.model } : undefined
}
