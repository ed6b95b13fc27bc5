import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { addBag, type Bags, reviseBag } from './bags.ts'
import { type KeepCoffee, keepCoffee, type Library } from './library.ts'

/** Keeps a coffee, and has a bag of it: a new one if none is in use. */
export async function keepWithBag(
  entry: v.InferOutput<typeof KeepCoffee>,
  ports: Parameters<typeof addBag>[1] & { library: Library; bags: Bags },
  person: Person,
) {
  const { coffeeProfileId, roastedOn } = entry
  await keepCoffee(entry, ports, person)
  const inUse = await ports.bags.inUse(person.id, coffeeProfileId, ports.clock())
  if (!inUse) await addBag({ ...nothingSaid, coffeeProfileId, roastedOn: roastedOn ?? null }, ports, person)
  else if (inUse.roastedOn === null && roastedOn) await reviseBag({ id: inUse.id, roastedOn }, ports, person)
}

/** Of a bag that is added with one press. */
const nothingSaid = {
  name: null,
  roasterName: null,
  roastLevel: null,
  personalNotes: null,
  rating: null,
  weightGrams: null,
  openedOn: null,
  gramsLeft: null,
}
