/** Anything named by brand and model: grinders and machines. */
export interface NamedMachine {
  brand: string
  model: string
}

export const fullName = ({ brand, model }: NamedMachine) => `${brand} ${model}`

/** By its first sound: "an Acaia Orbit", "an X-Ultra", "an SD40", "a Eureka", "a ROK" and "a 9Barista". */
export const withArticle = (name: string) =>
  `${/^Eu|^[Uu]ni/.test(name) || !startsWithVowel.test(name) ? 'a' : 'an'} ${name}`

/** A vowel, or letters that are said one by one and begin with one: EK43, M47, MDF, X-Pro, xBloom. */
const startsWithVowel = /^([AEIOUaeiou]|x[A-Z ]|[FHLMNRSX](-?[0-9]|-[A-Z]|[B-DF-HJ-NP-TV-Z](?![a-z])))/
