import type { Machine } from './model.ts'

/** The data has no columns for these traits; each applies to a few machines in the catalog. */
const tampingMachines: ReadonlySet<string> = new Set([
  'breville-oracle',
  'breville-oracle-jet',
  'breville-oracle-touch',
])
const unwarmedChambers: ReadonlySet<string> = new Set(['cafelat-robot', 'superkop-manual-espresso-machine'])
const brikkas: ReadonlySet<string> = new Set(['bialetti-brikka-2-cup', 'bialetti-brikka-4-cup'])
const valvedDrippers: ReadonlySet<string> = new Set(['nextlevel-pulsar'])

export const tampsItself = ({ slug }: Pick<Machine, 'slug'>) => tampingMachines.has(slug)

/**
 * Boiling water goes straight onto the coffee in an open basket, so there is no chamber to warm.
 */
export const needsNoWarming = ({ slug }: Pick<Machine, 'slug'>) => unwarmedChambers.has(slug)

/** A weighted valve holds the coffee back until it comes out all at once. */
export const eruptsAtOnce = ({ slug }: Pick<Machine, 'slug'>) => brikkas.has(slug)

/** Water is poured through it, as through a Kalita, but a valve below can hold it back. */
export const hasFlowValve = ({ slug }: Pick<Machine, 'slug'>) => valvedDrippers.has(slug)
