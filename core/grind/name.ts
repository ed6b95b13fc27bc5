import type { Grinder } from './model.ts'

export const fullName = ({ brand, model }: Pick<Grinder, 'brand' | 'model'>) => `${brand} ${model}`
