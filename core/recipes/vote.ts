export const directions = ['UP', 'DOWN'] as const
export type Vote = (typeof directions)[number]
