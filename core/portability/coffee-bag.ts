import { matchNameOf } from '../coffees/roaster-name.ts'
import { atMost } from '../cut.ts'
import { folded } from '../names.ts'
import { type CoffeeName, type LibraryRow, LONGEST_KEY } from './account-file.ts'
import type { PlannedBag } from './bag.ts'

type NamedCoffee = Pick<PlannedBag, 'name' | 'roasterName'> & Partial<Omit<CoffeeName, 'name' | 'roasterName'>>

/** The same coffee gets the same bag, whichever file names it. */
export const bagKeyOf = ({ roasterName, name }: NamedCoffee) =>
  atMost(`coffee ${matchNameOf(roasterName ?? '')}/${folded(name)}`, LONGEST_KEY)

/** A coffee that the catalog does not have becomes a bag of its owner's. */
export const bagOfCoffee = (coffee: NamedCoffee, kept: LibraryRow | undefined, now: Date): PlannedBag => ({
  importKey: bagKeyOf(coffee),
  parentKey: null,
  name: coffee.name,
  roasterName: coffee.roasterName,
  roasterMatchName: coffee.roasterName === null ? null : matchNameOf(coffee.roasterName),
  roastLevel: coffee.roastLevel ?? null,
  coffeeType: coffee.coffeeType ?? null,
  origin: coffee.origin ?? null,
  flavorProfile: coffee.flavorProfile ?? null,
  processingMethod: coffee.processingMethod ?? null,
  personalNotes: kept?.personalNotes ?? null,
  rating: kept?.rating ?? null,
  weightGrams: null,
  setGrams: null,
  setAt: null,
  openedOn: null,
  frozenBefore: null,
  freezerNote: null,
  roastedOn: kept?.roastedOn ?? null,
  frozenOn: null,
  thawedOn: null,
  isArchived: false,
  isFavourite: false,
  createdAt: kept?.createdAt ?? now.toISOString(),
})
