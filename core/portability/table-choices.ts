import * as v from 'valibot'
import { atMost } from '../cut.ts'
import type { StoredGrinder } from '../equipment/equipment.ts'
import { faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { GrinderDescription } from '../grind/described.ts'
import { grinderMeant } from '../grind/find.ts'
import { GivenMethod } from '../grind/methods.ts'
import { mapWithPauses } from '../pauses.ts'
import { type BrewTableRow, TableColumnChoice } from './brew-table.ts'
import type { ColumnChoices } from './table-columns.ts'

/** What people decide about a table before it is imported. Without it, columns and grinders are guessed. */
export const tableChoices = {
  columns: v.pipe(
    v.optional(v.record(v.string(), TableColumnChoice, 'must be an object')),
    v.description(
      'For a table: which of our columns each column in the file is, or "" to leave it out: { "Grind": "setting", "Dose (g)": "coffee_g" }. We guess any columns you don’t list. If the file has a name twice, the second is "Name (2)".',
    ),
  ),
  grinders: v.pipe(
    v.optional(
      v.record(
        v.string(),
        v.pipe(v.string('must be the slug of a grinder'), field.noLongerThan(200)),
        'must be an object',
      ),
    ),
    v.description(
      'For a table: the slug of the grinder that each name in it means, or "" to keep its settings as text: { "C40": "comandante-c40-mk3" }. The name "" stands for rows without one.',
    ),
  ),
  coffees: v.pipe(
    v.optional(
      v.record(
        v.string(),
        v.pipe(v.string('must be the path of a coffee'), field.noLongerThan(300)),
        'must be an object',
      ),
    ),
    v.description(
      'For a table: the coffee that each name in it means, by the slugs of its roaster and its own, or "" to keep the name: { "Kiamaina": "nine-coffee/kiamaina" }. Where the file names the roaster, too, the name is "Kiamaina, Nine Coffee".',
    ),
  ),
  method: v.pipe(v.optional(GivenMethod), v.description('For a table: the brew method for rows that don’t name one.')),
}
/** Grinders that a file names and we do not know. */
export const OwnGrindersNamed = v.pipe(
  v.optional(v.record(v.string(), GrinderDescription, 'must be an object')),
  v.description(
    'Grinders in the file that aren’t in our list, by the names in the file. They’re added to your grinders, and their settings converted.',
  ),
)
export type OwnGrindersNamed = v.InferOutput<typeof OwnGrindersNamed>
export const TableChoices = v.object(tableChoices)
export interface TableChoices extends Pick<v.InferOutput<typeof TableChoices>, 'method'> {
  columns?: ColumnChoices | undefined
  grinders?: Readonly<Record<string, string>> | undefined
  ownGrinders?: OwnGrindersNamed
  coffees?: Readonly<Record<string, string>> | undefined
}

/** The name of a grinder in a row, as choices and the report have it. '' for none. */
export const grinderNameIn = ({ cell }: BrewTableRow) => atMost(cell('grinder'), field.LONGEST_LINE)

/** The grinder for each name in these rows: as described or chosen, else the one it certainly means. */
export async function grindersNamed(
  rows: readonly BrewTableRow[],
  chosen: Readonly<Record<string, string>> = {},
  grinders: readonly StoredGrinder[],
  owns: (grinder: StoredGrinder) => boolean,
  described: ReadonlyMap<string, StoredGrinder>,
): Promise<Map<string, StoredGrinder | undefined>> {
  const names = new Set(rows.map(grinderNameIn))
  for (const [name, slug] of Object.entries(chosen)) {
    if (!names.has(name)) throw faultAt(['grinders'], `names "${atMost(name, 60)}", but the file has no such grinder.`)
    if (slug !== '' && !grinders.some(grinder => grinder.slug === slug))
      throw faultAt(['grinders'], `names "${atMost(slug, 60)}", but no grinder has this slug.`)
  }
  // Each lookup compares all grinders. Thousands of lookups at once would block other requests for
  // seconds.
  const found = await mapWithPauses([...names], name => {
    const slug = Object.hasOwn(chosen, name) ? chosen[name] : undefined
    if (slug !== undefined && !described.has(name)) return [name, grinders.find(one => one.slug === slug)] as const
    return [name, described.get(name) ?? (name === '' ? undefined : grinderMeant(grinders, name, owns))] as const
  })
  return new Map(found)
}
