import * as v from 'valibot'
import { CoffeeDetail } from '../../../core/coffees/model.ts'
import * as field from '../../../core/fields.ts'
import { BagsReply, listBags, ShareBag, shareBag } from '../../../core/library/bags.ts'
import {
  KeepCoffee,
  keepCoffee,
  LibraryEntry,
  ReadLibrary,
  RemoveFromLibrary,
  readLibrary,
} from '../../../core/library/library.ts'
import { endpoint } from '../endpoint.ts'
import { actPerMinute } from '../limits.ts'

export const library = [
  endpoint({
    route: 'GET /api/user/bags',
    summary: 'The bags of coffee that you imported, by coffee',
    description: 'Nobody else sees them. Bags of one coffee are together, whether the catalog has it or not.',
    access: 'member',
    input: field.nothing,
    reply: BagsReply,
    run: listBags,
  }),
  endpoint({
    route: 'POST /api/user/bags/:id/share',
    summary: 'Share a bag’s coffee: adds it to the catalog',
    description:
      'All your bags and brews of it are then of that coffee. If the catalog already has it, that coffee is returned. We don’t guess the roast: if the bag has none, send it here.',
    access: 'member',
    limit: actPerMinute('add a coffee'),
    input: ShareBag,
    example: { id: 1, roastLevel: 'LIGHT' },
    reply: v.object({ coffee: CoffeeDetail }),
    run: shareBag,
  }),
  endpoint({
    route: 'GET /api/user/coffee-library',
    summary: 'The coffees you keep, with how often and when you last brewed them',
    description: 'What is on your shelf, with how often you brewed it; with `grinder` where to start with each.',
    access: 'member',
    input: ReadLibrary,
    example: { grinder: 'comandante-c40-mk4', method: 'v60' },
    reply: v.object({ library: v.array(LibraryEntry) }),
    faults: ['grinder-not-found'],
    run: readLibrary,
  }),
  endpoint({
    route: 'POST /api/user/coffee-library',
    summary: 'Keep a coffee, or change your notes on it or your rating',
    description: 'Saving it again updates notes, rating or roast date.',
    access: 'member',
    input: KeepCoffee,
    example: { coffeeProfileId: 1, personalNotes: 'From the market.', rating: 4 },
    reply: v.object({ entry: LibraryEntry }),
    status: 201,
    faults: ['coffee-not-found'],
    run: keepCoffee,
  }),
  endpoint({
    route: 'DELETE /api/user/coffee-library',
    name: 'removeFromLibrary',
    summary: 'Remove a coffee from your shelf; your brews of it stay',
    description: 'No error if it isn’t there.',
    access: 'member',
    input: RemoveFromLibrary,
    example: { coffeeProfileId: 1 },
    reply: field.succeeded,
    run: async ({ coffeeProfileId }, { library }, person) => {
      await library.remove(person.id, coffeeProfileId)
      return { success: true as const }
    },
  }),
]
