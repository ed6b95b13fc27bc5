import type { Person } from '../accounts/model.ts'
import { WIDTH_OF_OTHERS } from '../grind/width.ts'
import type { Grinders, StoredGrinder } from './equipment.ts'
import type { OwnGrinders } from './own-grinders.ts'

/**
 * The same ports with the grinders that one person sees: the catalog, and those they described.
 * Every request is answered with these, so nobody else's are found by any id, slug or name.
 */
export async function seenBy<P extends { grinders: Grinders; ownGrinders: OwnGrinders }>(
  ports: P,
  person: Person | undefined,
): Promise<P> {
  if (!person?.describesGrinders) return ports
  const { describedBy, acceptedOf } = ports.ownGrinders
  const [described, accepted] = await Promise.all([describedBy(person.id), acceptedOf(person.id)])
  return { ...ports, grinders: withDescribed(ports.grinders, described, accepted) }
}

/**
 * Their own come first in lists. Those that are in the catalog now are also found by what they were
 * called before, and are there at once: the catalog is read again every minute.
 */
export function withDescribed(
  catalog: Grinders,
  described: readonly StoredGrinder[],
  accepted: ReadonlyMap<number, StoredGrinder> = new Map(),
): Grinders {
  const own = [...described, ...[...accepted.values()].filter(({ id }) => !catalog.byId(id))]
  const list = [...own, ...catalog.list()]
  const now = (id: number) => {
    const grinder = accepted.get(id)
    return grinder && (catalog.byId(grinder.id) ?? grinder)
  }
  return {
    list: () => list,
    byId: id => own.find(one => one.id === id) ?? catalog.byId(id) ?? now(id),
    bySlug: slug =>
      own.find(one => one.slug === slug) ??
      catalog.bySlug(slug) ??
      now([...accepted.keys()].find(id => ownSlug(id) === slug) ?? 0),
  }
}

/** The slug of a described grinder. */
export const ownSlug = (id: number) => `own-${id}`

/**
 * What others see of a described grinder, in a recipe that was made with it. Its dial is nobody's
 * business, so it is the grind index itself.
 */
export const describedByItsOwner = (id: number): StoredGrinder => ({
  ...{ id, slug: DESCRIBED_SLUG, ...DESCRIBED, drive: 'hand', burrType: null },
  ...{ burrSizeMm: null, unit: 'numbers', minSetting: 0, maxSetting: 100, step: null, stepsPerRotation: null },
  finerIsHigher: false,
  references: [0, 25, 50, 75, 100].map(at => ({
    grindIndex: at,
    setting: at,
  })) as unknown as StoredGrinder['references'],
  ...{ uncertainty: WIDTH_OF_OTHERS, confidence: 'own', makerPublished: [], sources: [], notes: '' },
})
export const DESCRIBED = { brand: 'A grinder', model: 'described by its owner' }
export const DESCRIBED_SLUG = 'described-by-its-owner'
