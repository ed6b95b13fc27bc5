import type { MethodId } from '../../../core/grind/methods.ts'
import { brewerPath } from '../icons.ts'
import type { Pen } from '../pen.ts'
import { badgesFor, type RingBadge, type RingTarget } from './badges.ts'
import { angleOf, ring, tickAt } from './ring.ts'
import type { DialFace } from './ticks.ts'

/** Where a dial is, and what is asked of it. */
interface StandView {
  dial: DialFace
  /** Undefined while nobody knows. */
  setting: number | undefined
  needed: readonly { setting: number; method: MethodId; isNext: boolean }[]
  sentence: string
}

type BadgeTarget = RingTarget & { method: MethodId }

/** How far from the centre a badge is: its edge is clear of the mark. */
const BADGE_AT = 386
const BADGE = 28

/** The ring at its setting, and outside it a badge at each setting that something needs. */
export function standRing<T>(pen: Pen<T>, { dial, setting, needed, sentence }: StandView): T {
  const { svg } = pen
  const targets =
    setting === undefined ? [] : needed.map(one => ({ ...one, degrees: angleOf(dial, one.setting, setting) }))
  const badges = badgesFor<BadgeTarget>(targets)
  const more = svg`<path class="tick target" d="${badges.map(({ degrees, beyond }) => (beyond ? '' : tickAt(degrees))).join('')}"/>${badges.map(badge => drawBadge(pen, badge))}`
  return ring(pen, { dial, setting, sentence }, more)
}

function drawBadge<T>({ svg }: Pen<T>, { degrees, of, beyond }: RingBadge<BadgeTarget>): T {
  const [first] = of
  const isNext = of.some(one => one.isNext)
  const sign =
    of.length > 1 || !first
      ? svg`<text class="count" dy=".35em">${of.length}</text>`
      : svg`<path class="sign" transform="translate(-18 -18) scale(1.2)" d="${brewerPath(first.method)}"/>`
  const further = beyond ? svg`<path class="further" d="M${beyond * 37} -8L${beyond * 46} 0L${beyond * 37} 8"/>` : svg``
  return svg`<g transform="rotate(${degrees}) translate(0 ${-BADGE_AT})">${further}<g transform="rotate(${-degrees})"><g class="badge${isNext ? ' next' : ''}"><circle r="${BADGE}"/>${sign}</g></g></g>`
}
