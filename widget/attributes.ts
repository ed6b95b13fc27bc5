import type { PropertyDeclaration } from 'lit'

/** What the page asks for, by its attributes without `data-`. Left out: what the roaster has set, or else our default. */
export interface Attributes {
  /** The roaster. */
  serviceWidget?: string
  coffee?: string
  /** The one to open with. */
  defaultCoffee?: string
  /** Ids, with spaces between them. */
  methodOrder?: string
  theme?: 'light' | 'dark' | 'auto'
  layout?: 'card' | 'compact' | 'badge' | 'inline'
  accentColor?: string
  borderRadius?: string
  showPoweredBy?: 'true' | 'false'
  language?: string
}

/** The address says that the roaster is looking: then the card says what is wrong. */
export const isOwnersPage = /[?&#]dialin-owner\b/.test(location.href)

const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
const oneOf = (options: string): [RegExp, string] => [new RegExp(`^(${options})$`), options.replaceAll('|', ' or ')]

export const languageCodes = 'en|de|fr|es|it|ja|ko|zh'

const attributeForms: Record<keyof Attributes, [RegExp, string]> = {
  serviceWidget: [slugPattern, 'the slug of a roaster'],
  coffee: [slugPattern, 'the slug of a coffee'],
  defaultCoffee: [slugPattern, 'the slug of a coffee'],
  methodOrder: [/^\w+( \w+)*$/, 'brew methods'],
  theme: oneOf('light|dark|auto'),
  layout: oneOf('card|compact|badge|inline|wide'),
  accentColor: [/^#[0-9a-f]{6}$/i, 'a colour like #1d3557'],
  borderRadius: [/^0*(1?\d|2[0-4])$/, 'a whole number from 0 to 24'],
  showPoweredBy: oneOf('true|false'),
  language: oneOf(`${languageCodes}|zh-Hant`),
}

const attributeOf = (name: string) => `data-${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

/** Each documented attribute as a reactive property of the same name. */
export const documentedProperties: Record<string, PropertyDeclaration> = Object.fromEntries(
  Object.keys(attributeForms).map(name => [name, { attribute: attributeOf(name), reflect: true }]),
)
export const documentedAttributes = Object.keys(attributeForms).map(attributeOf)

/** Reads `data-…`. A bad value counts as left out and is a fault, in a sentence. */
export function readAttributes({ dataset }: HTMLElement) {
  const given: Record<string, string> = {}
  const faults: string[] = []
  for (const [name, [pattern, form]] of Object.entries(attributeForms)) {
    const text = dataset[name]?.trim()
    if (text === undefined) continue
    if (pattern.test(text)) given[name] = text
    else faults.push(`${attributeOf(name)}="${text}" is ignored: it must be ${form}.`)
  }
  if (given.layout === 'wide') given.layout = 'inline'
  return { given: given as Attributes, faults }
}
