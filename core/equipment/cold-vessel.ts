import type { Machine } from './model.ts'

/** No column says how a cold brewer holds its coffee; these are the ones that ship and differ from a plain jar. */
const vessels: Readonly<Record<string, ColdVessel>> = {
  'hario-mizudashi-1-l': 'strainer',
  'takeya-cold-brew-maker-1-qt': 'strainer',
  'county-line-kitchen-mason-jar-cold-brew-maker': 'strainer',
  'toddy-cold-brew-system': 'felt',
  'filtron-cold-water-brewer': 'felt',
}

/** A strainer is lifted out; a felt pad at the bottom clogs if the coffee above it is stirred. */
export type ColdVessel = 'strainer' | 'felt'

export const coldVesselOf = ({ slug }: Pick<Machine, 'slug'>): ColdVessel | undefined => vessels[slug]
