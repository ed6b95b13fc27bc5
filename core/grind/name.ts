export const fullName = ({ brand, model }: { brand: string; model: string }) => `${brand} ${model}`
