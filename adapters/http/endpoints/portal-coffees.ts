import * as v from 'valibot'
import * as field from '../../../core/fields.ts'
import { countedPageOf } from '../../../core/page.ts'
import { BagCodeList, listBagCodes } from '../../../core/portal/bag-codes.ts'
import {
  AddCoffee,
  addCoffee,
  deleteCoffee,
  getPortalCoffee,
  ListPortalCoffees,
  listPortalCoffees,
  PlaceCoffee,
  PortalCoffee,
  PortalCoffeeId,
  placeCoffee,
  ReviseCoffee,
  reviseCoffee,
} from '../../../core/portal/coffees.ts'
import { endpoint } from '../endpoint.ts'

const OneCoffee = v.object({ coffee: PortalCoffee })

export const portalCoffees = [
  endpoint({
    route: 'GET /api/roaster-portal/coffees',
    summary: 'Your coffees in your order',
    description: 'With how many recipes, bags and brews people have of each.',
    access: 'roaster',
    scope: 'roaster',
    input: ListPortalCoffees,
    example: { limit: 1 },
    reply: countedPageOf(PortalCoffee),
    run: listPortalCoffees,
  }),
  endpoint({
    route: 'POST /api/roaster-portal/coffees',
    summary: 'Add a coffee',
    description: 'The slug is made from the name unless you give one.',
    access: 'roaster',
    scope: 'roaster',
    input: AddCoffee,
    example: { name: 'Sierra Norte', roastLevel: 'MEDIUM', origin: 'Mexico', flavorNotes: ['cocoa', 'orange'] },
    reply: OneCoffee,
    status: 201,
    faults: ['slug-taken'],
    run: addCoffee,
  }),
  endpoint({
    route: 'GET /api/roaster-portal/coffees/:id',
    summary: 'One of your coffees',
    description: 'With how many recipes, bags and brews people have of it.',
    example: { id: 2 },
    access: 'roaster',
    scope: 'roaster',
    input: PortalCoffeeId,
    reply: OneCoffee,
    faults: ['coffee-not-found'],
    run: getPortalCoffee,
  }),
  endpoint({
    route: 'PUT /api/roaster-portal/coffees/:id/place',
    summary: 'Set a coffee’s position in your order',
    description:
      'This is the order on your page and in your widget. Coffees without a position come last, by name; placing the first one gives each of them a position.',
    example: { id: 2, place: 1 },
    access: 'roaster',
    scope: 'roaster',
    input: PlaceCoffee,
    reply: field.succeeded,
    faults: ['coffee-not-found'],
    run: placeCoffee,
  }),
  endpoint({
    route: 'PATCH /api/roaster-portal/coffees/:id',
    also: 'PUT',
    summary: 'Change a coffee; omitted fields stay',
    description: 'Omitted fields stay; null or an empty text clears a field.',
    access: 'roaster',
    scope: 'roaster',
    input: ReviseCoffee,
    example: { id: 2, description: 'For milk and for mornings.' },
    reply: OneCoffee,
    faults: ['coffee-not-found', 'slug-taken'],
    run: reviseCoffee,
  }),
  endpoint({
    route: 'DELETE /api/roaster-portal/coffees/:id',
    summary: 'Delete a coffee that nobody has recipes, brews or a library entry of; for owners',
    description: 'Refused while people have recipes, bags or brews of it. What was counted stays in the analytics.',
    access: 'roaster',
    scope: 'roaster',
    input: PortalCoffeeId,
    example: { id: 2 },
    reply: field.succeeded,
    faults: ['not-allowed', 'coffee-not-found', 'coffee-in-use'],
    run: deleteCoffee,
  }),
  endpoint({
    route: 'GET /api/roaster-portal/codes',
    summary: 'A code and a short link for the bag of every coffee, to print',
    description:
      'Each opens the recipe on the reader’s own grinder, and stays the same if you rename the coffee. Scans are counted separately.',
    access: 'roaster',
    scope: 'roaster',
    input: field.nothing,
    reply: BagCodeList,
    run: listBagCodes,
  }),
]
