import type { DemoCoffee } from './catalog.ts'
import { type DemoTable, instantBefore } from './demo-table.ts'

interface DemoBag {
  coffee: DemoCoffee
  weightGrams: number
  roastedDaysAgo: number
  openedDaysAgo?: number
  frozenDaysAgo?: number
}

/** Bags of the demo account: some are open, one is in the freezer, one is not opened. */
export function generateShelf(
  bags: readonly DemoBag[],
  { ids, userId, now }: { ids: readonly number[]; userId: number; now: Date },
): DemoTable {
  const dayBefore = (days: number | undefined) => (days === undefined ? null : instantBefore(now, days).slice(0, 10))
  return {
    table: 'bags',
    rows: bags.map(({ coffee, weightGrams, roastedDaysAgo, openedDaysAgo, frozenDaysAgo }, at) => ({
      id: ids[at],
      userId,
      importKey: `demo ${coffee.id}`,
      coffeeProfileId: coffee.id,
      name: coffee.name,
      roasterName: coffee.roaster.name,
      roastLevel: coffee.roastLevel,
      weightGrams,
      setGrams: weightGrams,
      roastedOn: dayBefore(roastedDaysAgo),
      openedOn: dayBefore(openedDaysAgo),
      frozenOn: dayBefore(frozenDaysAgo),
      isArchived: false,
      isFavourite: false,
      createdAt: instantBefore(now, openedDaysAgo ?? roastedDaysAgo),
    })),
  }
}
