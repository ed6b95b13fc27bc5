/** Light to dark. */
export const roastLevels = ['LIGHT', 'MEDIUM_LIGHT', 'MEDIUM', 'MEDIUM_DARK', 'DARK'] as const

export type RoastLevel = (typeof roastLevels)[number]
