import * as v from 'valibot'
import type { Machine } from '../equipment/model.ts'
import { faultAt } from '../errors.ts'
import { choiceAs, readWord } from '../fields.ts'
import { drinkName, type MethodId } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { type StyleId, styleFigures, styleIds } from './style-figures.ts'
import { type Typical, typicalOf } from './typical.ts'

/** A style as a request names it. */
export const GivenStyle = v.pipe(
  choiceAs(text => readWord(text).toLowerCase(), styleIds),
  v.description(
    'A way to brew. Default: the usual one for the brewer. AeroPress: upright (usual), inverted, bypass (brewed short, then ' +
      'topped up with hot water), concentrate (short and strong, for milk), iced. Hario Switch: immersion (usual), hybrid ' +
      '(poured with the valve open, then steeped), pour_over (valve open), iced; a Clever Dripper: immersion, iced. V60, ' +
      'Kalita, Chemex, drip: hot (usual), iced (part of the water is ice). Cold brew: ready_to_drink (usual), concentrate. ' +
      'All others: hot. For any brewer that brews hot, hot also means its usual style.',
  ),
)

/** The style in a reply about a brew. */
export const brewedStyle = v.pipe(
  v.nullable(v.picklist(styleIds)),
  v.description('How it was brewed. Null: the usual way for the brewer.'),
)

export const BrewStyle = v.object({ id: v.picklist(styleIds), name: v.string() })

/** The fields of a reply about the style, next to `waterGrams`. */
export const styleFields = {
  style: v.pipe(v.picklist(styleIds), v.description('How it is brewed.')),
  iceGrams: v.pipe(v.nullable(v.number()), v.description('How much of the water is ice in the server. Null: none.')),
  bypassGrams: v.pipe(
    v.nullable(v.number()),
    v.description('How much of the water is added to the cup after brewing. Null: none.'),
  ),
}

const styleNames: Readonly<Record<StyleId, string>> = {
  hot: 'Hot',
  iced: 'Iced',
  upright: 'Upright',
  inverted: 'Inverted',
  bypass: 'Bypass',
  concentrate: 'Concentrate',
  immersion: 'Immersion',
  hybrid: 'Hybrid',
  pour_over: 'Pour-over',
  ready_to_drink: 'Ready to drink',
}

export const presentStyle = (id: StyleId): v.InferOutput<typeof BrewStyle> => ({ id, name: styleNames[id] })

/** How a method is brewed if no other style is asked for. */
export const usualStyle = (method: MethodId): StyleId => usualStyles[method] ?? 'hot'
const usualStyles: Partial<Record<MethodId, StyleId>> = {
  aeropress: 'upright',
  clever: 'immersion',
  cold_brew: 'ready_to_drink',
}

/** The styles that are usual for some method. A test checks that none of them is an unusual style of another method. */
export const usualStyleIds: readonly StyleId[] = ['hot', ...Object.values(usualStyles)]

/**
 * A style that differs from the usual recipe, or null: brews with the usual style are treated like
 * those without one.
 */
export const unusualStyle = (style: StyleId | null | undefined): StyleId | null =>
  style == null || usualStyleIds.includes(style) ? null : style

/** For example "iced V60"; without a style, or with the usual one, "V60". */
export const styledName = (style: StyleId | null | undefined, name: string) => {
  const unusual = unusualStyle(style)
  return unusual === null ? name : `${styleNames[unusual].toLowerCase()} ${name}`
}

/**
 * The styles that a brewer supports, the usual one first; without a brewer, all those of the
 * method.
 */
export function stylesFor(method: MethodId, brewer?: Pick<Machine, 'hasLid'>): StyleId[] {
  const others = Object.keys(styleFigures[method] ?? {}) as StyleId[]
  return [usualStyle(method), ...others.filter(style => !(brewer?.hasLid && needsOpenValve.has(style)))]
}

/**
 * The lever of a Switch leaves its valve open (coffish.it and timer.coffee describe it); the valve
 * of a Clever opens only on a cup (kaffeewiki.de). The data does not say which kind a brewer is, so
 * we go by the lid: among those that ship, the Clevers have one. That the April Hybrid is like a
 * Switch is our assumption.
 */
export const needsOpenValve: ReadonlySet<StyleId> = new Set(['hybrid', 'pour_over'])

export const typicalFor = (method: MethodId, style: StyleId): Typical =>
  styleFigures[method]?.[style]?.typical ?? typicalOf[method]

/** The requested style, or the usual one; undefined if the brewer does not support it. */
export function possibleStyle(
  method: MethodId,
  asked: StyleId | null | undefined,
  brewer: Parameters<typeof stylesFor>[1],
): StyleId | undefined {
  if (asked == null || (asked === 'hot' && method !== 'cold_brew')) return usualStyle(method)
  return stylesFor(method, brewer).find(style => style === asked)
}

/** The style as a brew log stores it: null if none was named, which means the usual one. */
export const loggedStyle = (...[method, named, brewer]: Parameters<typeof styleFor>): StyleId | null =>
  named == null ? null : styleFor(method, named, brewer)

/** The same; a fault if the brewer does not support it. */
export function styleFor(
  method: MethodId,
  asked: StyleId | null | undefined,
  brewer: Pick<Machine, 'hasLid' | 'brand' | 'model'> | undefined,
): StyleId {
  const possible = possibleStyle(method, asked, brewer)
  if (possible) return possible
  const styles = stylesFor(method, brewer)
  const what = brewer ? `the ${fullName(brewer)}` : drinkName(method)
  const which = styles.length === 1 ? styles[0] : `one of ${styles.join(', ')}`
  throw faultAt(['style'], `must be ${which} for ${what}; you asked for ${asked}.`)
}
