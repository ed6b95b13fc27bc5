/** What has a name by who makes it: grinders, machines. */
export interface NamedMachine {
  brand: string
  model: string
}

export const fullName = ({ brand, model }: NamedMachine) => `${brand} ${model}`
