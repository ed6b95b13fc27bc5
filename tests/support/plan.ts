import * as v from 'valibot'
import type { StoredGrinder } from '../../core/equipment/equipment.ts'
import { BeanconquerorFile } from '../../core/portability/beanconqueror.ts'
import { planImport } from '../../core/portability/plan.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'

export const numberedGrinders: StoredGrinder[] = shippedGrinders
  .list()
  .map((grinder, at) => ({ ...grinder, id: at + 1 }))
export const grinderIdOf = (slug: string) => numberedGrinders.find(grinder => grinder.slug === slug)?.id as number

/** What an import of a file would do, for a person who owns these grinders. */
export const planOf = (file: object, owns: string[] = []) =>
  planImport(v.parse(BeanconquerorFile, file), {
    grinders: numberedGrinders,
    ownCurve: grinder => grinder,
    owns: ({ slug }) => owns.includes(slug),
    described: new Map(),
    now: new Date('2024-06-01T00:00:00Z'),
  })
