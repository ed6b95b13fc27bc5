/** Anything named by brand and model: grinders and machines. */
export interface NamedMachine {
  brand: string
  model: string
}

export const fullName = ({ brand, model }: NamedMachine) => `${brand} ${model}`
