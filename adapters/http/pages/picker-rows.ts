import { methodById } from '../../../core/grind/methods.ts'
import type { AnyGrinder } from '../../../core/grind/model.ts'
import { numeralOf } from '../../../core/grind/notation.ts'
import { type GrinderChoice, miniDialOf } from '../../design/dial/mini.ts'
import { dialFrom } from '../../design/dial/ticks.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { forADay } from '../reply-cache.ts'
import type { Visit } from './choices.ts'
import { openPage, unkept } from './open-page.ts'
import { grindOn } from './parts/dials.ts'

/** What the grinder picker loads when it is first opened. */
export const pickerFiles: PageDeclaration[] = [
  {
    route: 'GET /grinders/list.json',
    summary: 'Every grinder with a small dial, for the picker',
    media: 'application/json',
    cache: forADay(({ grinders }) => grinders.list()),
    respond: (_request, _params, { grinders }) => Response.json(grinders.list().map(choiceOf)),
  },
  {
    ...openPage('GET /my-grinder/yours.json', 'The reader’s own grinders, for the picker', yours, unkept),
    media: 'application/json',
  },
]

async function yours(visit: Visit): Promise<Response> {
  const owned = await grindersOf(visit)
  return Response.json(
    owned.map(({ grinder, isDefault }) => ({ ...choiceOf(grinder), ...(isDefault && { isDefault }) })),
  )
}

/** The reader's grinders with their calibration, or the one that a visitor chose. */
export async function grindersOf({
  ports,
  who,
  grinder,
}: Visit): Promise<{ grinder: AnyGrinder; isDefault: boolean }[]> {
  if (!who) return grinder ? [{ grinder, isDefault: false }] : []
  const [owned, calibrated] = await Promise.all([
    ports.ownedEquipment.grinders.list(who.id),
    ports.ownGrinders.calibratedBy(who.id),
  ])
  return owned.flatMap(({ itemId, isDefault }) => {
    const own = calibrated.get(itemId) ?? ports.grinders.byId(itemId)
    return own ? [{ grinder: own, isDefault }] : []
  })
}

/** For example "Hand, 39 mm". */
export const kindInShort = ({ drive, burrSizeMm }: AnyGrinder) =>
  `${drive === 'hand' ? 'Hand' : 'Electric'}${burrSizeMm === null ? '' : `, ${burrSizeMm} mm`}`

function choiceOf(grinder: AnyGrinder): GrinderChoice {
  const { slug, brand, model } = grinder
  const { grindSetting, grindRange, reachable } = grindOn(grinder, methodById.v60.grindIndex.target, 'a')
  return {
    slug,
    brand,
    model,
    kind: kindInShort(grinder),
    start: reachable ? `V60 at ${numeralOf(grinder, grindSetting)}` : 'Out of reach for V60',
    dial: miniDialOf(dialFrom(grinder), reachable ? { setting: grindSetting, range: grindRange } : undefined),
  }
}
