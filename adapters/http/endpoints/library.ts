import * as v from 'valibot'
import * as field from '../../../core/fields.ts'
import {
  DropCoffee,
  KeepCoffee,
  keepCoffee,
  LibraryEntry,
  ReadLibrary,
  readLibrary,
} from '../../../core/library/library.ts'
import { endpoint } from '../endpoint.ts'

export const library = [
  endpoint({
    route: 'GET /api/user/coffee-library',
    summary: 'The coffees you keep, with how often and when you last brewed them',
    access: 'member',
    input: ReadLibrary,
    reply: v.object({ library: v.array(LibraryEntry) }),
    faults: ['grinder-not-found'],
    run: readLibrary,
  }),
  endpoint({
    route: 'POST /api/user/coffee-library',
    summary: 'Keep a coffee, or change your notes on it or your rating',
    access: 'member',
    input: KeepCoffee,
    reply: v.object({ entry: LibraryEntry }),
    status: 201,
    faults: ['coffee-not-found'],
    run: keepCoffee,
  }),
  endpoint({
    route: 'DELETE /api/user/coffee-library',
    summary: 'Keep a coffee no longer; your brews of it stay',
    access: 'member',
    input: DropCoffee,
    reply: field.succeeded,
    run: async ({ coffeeProfileId }, { library }, person) => {
      await library.remove(person.id, coffeeProfileId)
      return { success: true as const }
    },
  }),
]
