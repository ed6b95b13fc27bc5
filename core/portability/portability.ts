import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import * as field from '../fields.ts'
import type { Pieces } from '../pieces.ts'
import type { PlannedBag } from './bag.ts'
import type { PlannedBrew } from './plan.ts'

export interface Portability {
  /**
   * Every row about a person, by table, read in pieces as they are consumed. A row that exists
   * throughout appears exactly once. A row that changes meanwhile may appear as it was before or
   * after.
   */
  everything: (userId: number) => Promise<PersonalData>
  /**
   * Writes in small sets, so that other requests do not wait. If it is interrupted, running it
   * again adds the rest. Returns the keys that were new, and the existing brews that this file
   * added something to.
   */
  import: (
    userId: number,
    bags: readonly PlannedBag[],
    brews: readonly PlannedBrew[],
  ) => Promise<Record<'bags' | 'brews' | 'completed', Set<string>>>
  /** What `import` would return, without writing anything. */
  wouldImport: Portability['import']
}

export interface PersonalData {
  account: PersonalRow
  data: Record<string, Pieces<PersonalRow>>
  /** Names for the ids in the data. Read these after the data. */
  names: Record<NamedKind, Pieces<PersonalRow>>
}
export type PersonalRow = Record<string, unknown>

export type NamedKind = 'coffees' | 'roasters' | 'grinders' | 'machines' | 'filters' | 'recipes'

const row = v.record(v.string(), v.unknown())

export const Export = v.object({
  exportedAt: field.instant,
  account: row,
  data: v.pipe(v.record(v.string(), v.array(row)), v.description('Every row about you, by what it is.')),
  names: v.pipe(
    v.object({
      recipes: v.array(row),
      coffees: v.array(row),
      roasters: v.array(row),
      grinders: v.array(row),
      machines: v.array(row),
      filters: v.array(row),
    } satisfies Record<NamedKind, unknown>),
    v.description('Names for the IDs in the data, so that another server can match them.'),
  ),
})

export async function exportEverything(
  _: unknown,
  { portability, clock }: { portability: Portability; clock: Clock },
  person: Person,
) {
  return { exportedAt: clock().toISOString(), ...(await portability.everything(person.id)) }
}
