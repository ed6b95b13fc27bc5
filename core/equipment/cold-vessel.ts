import type { Machine } from './model.ts'

/**
 * The data has no column for how a cold brewer holds its coffee. These brewers in the catalog
 * differ from a plain jar.
 */
const vessels: Readonly<Record<string, ColdVessel>> = {
  'hario-mizudashi-1-l': 'strainer',
  'takeya-cold-brew-maker-1-qt': 'strainer',
  'county-line-kitchen-mason-jar-cold-brew-maker': 'strainer',
  'toddy-cold-brew-system': 'felt',
  'filtron-cold-water-brewer': 'felt',
}

/** A strainer is lifted out. A felt pad at the bottom clogs if the coffee above it is stirred. */
export type ColdVessel = 'strainer' | 'felt'

export const coldVesselOf = ({ slug }: Pick<Machine, 'slug'>): ColdVessel | undefined => vessels[slug]
