import * as v from 'valibot'
import { faultOf } from '../errors.ts'
import * as field from '../fields.ts'
import { type Chart, chartOf } from './chart.ts'
import { type Conversion, convert } from './convert.ts'
import { grinderName, grinderOf, grindersMatching } from './find.ts'
import type { GrinderCatalog } from './model.ts'
import { LONGEST_SETTING, numeralOf } from './notation.ts'
import { EquipmentName, presentEquipmentName } from './ref.ts'

export const ConvertGrindSetting = v.object({
  from: grinderName('Slug or name of the grinder the setting is for, such as comandante-c40-mk4.'),
  setting: v.pipe(
    v.union(
      [v.number(), v.pipe(field.boundedText(LONGEST_SETTING), field.noLongerThan(LONGEST_SETTING))],
      'must be a number or what the dial shows, such as "24 clicks"',
    ),
    v.description('A number, or what the dial shows: 24, "24 clicks", "2.5.1" (turn.number.click), "9E".'),
  ),
  to: grinderName('Slug or name of the grinder to convert to, such as 1zpresso-k-ultra.'),
})

export const GetGrinderChart = v.object({
  grinder: grinderName('Slug or name of the grinder, such as comandante-c40-mk4.'),
})

export const ListGrinders = v.object({
  search: v.optional(
    v.pipe(
      field.searchOrAll,
      v.description('Words from the brand or model, such as "comandante" or "k ultra". Default: every grinder.'),
    ),
  ),
  limit: v.optional(v.pipe(field.integer(1, 1000), v.description('At most this many; `count` is the total.'))),
})

/** With the ends of the dial as it shows them, to tell similar names apart. */
export const GrinderChoices = v.object({
  grinders: v.array(
    v.object({
      ...EquipmentName.entries,
      unit: v.pipe(v.nullable(v.picklist(['clicks', 'rotations'])), v.description('Null: its dial shows numbers.')),
      from: v.string(),
      to: v.string(),
    }),
  ),
  count: v.number(),
})

export const GrinderList = v.object({
  grinders: v.array(EquipmentName),
  count: v.pipe(v.number(), v.description('How many match in total.')),
})
export type GrinderChoices = v.InferOutput<typeof GrinderChoices>
export type GrinderList = v.InferOutput<typeof GrinderList>

export async function convertGrindSetting(
  { from, setting, to }: v.InferOutput<typeof ConvertGrindSetting>,
  { grinders }: { grinders: GrinderCatalog },
): Promise<Conversion> {
  return convert(grinderOf(grinders, from), setting, grinderOf(grinders, to))
}

export async function getGrinderChart(
  { grinder }: v.InferOutput<typeof GetGrinderChart>,
  { grinders }: { grinders: GrinderCatalog },
): Promise<Chart> {
  return chartOf(grinderOf(grinders, grinder))
}

/**
 * Checks a search for interfaces that do not parse input themselves; throws a fault that says what
 * is wrong.
 */
export function searchFrom(search: string) {
  const parsed = v.safeParse(ListGrinders, { search })
  if (parsed.success) return parsed.output.search ?? ''
  throw faultOf(parsed.issues[0])
}

export async function listGrinderChoices(
  _input: object,
  { grinders }: { grinders: GrinderCatalog },
): Promise<GrinderChoices> {
  const choices = grinders.list().map(grinder => ({
    ...presentEquipmentName(grinder),
    unit: !grinder.notation && (grinder.unit === 'clicks' || grinder.unit === 'rotations') ? grinder.unit : null,
    from: numeralOf(grinder, grinder.minSetting),
    to: numeralOf(grinder, grinder.maxSetting),
  }))
  return { grinders: choices, count: choices.length }
}

export async function listGrinders(
  { search, limit }: v.InferOutput<typeof ListGrinders>,
  { grinders }: { grinders: GrinderCatalog },
): Promise<GrinderList> {
  const found = grindersMatching(grinders.list(), search)
  const listed = found.slice(0, limit).map(presentEquipmentName)
  return { grinders: listed, count: found.length }
}
