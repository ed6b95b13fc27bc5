import * as v from 'valibot'
import { coffeeStats, submitCoffee, suggestCoffees } from '../../../core/coffees/coffees.ts'
import {
  Coffee,
  CoffeeDetail,
  CoffeeStats,
  CoffeeStatsReply,
  CoffeeSuggestion,
  ListCoffees,
  OpenCoffee,
  SubmitCoffee,
  SuggestCoffees,
} from '../../../core/coffees/model.ts'
import { listCoffees, openCoffee } from '../../../core/discovery/read-coffees.ts'
import { pageOf } from '../../../core/page.ts'
import { endpoint } from '../endpoint.ts'
import { actPerMinute } from '../limits.ts'

export const coffees = [
  endpoint({
    route: 'GET /api/coffees',
    summary:
      'Find coffees by name, roaster or origin; a search tolerates typos and missing accents and puts the best match first',
    description: 'With `grinder`, each coffee says where to start on that dial.',
    access: 'anyone',
    scope: 'read',
    input: ListCoffees,
    example: { q: 'huila', roastLevel: 'LIGHT' },
    reply: pageOf(Coffee),
    faults: ['grinder-not-found', 'not-signed-in'],
    run: listCoffees,
  }),
  endpoint({
    route: 'POST /api/coffees',
    summary: 'Add a coffee; its roaster is found by name, or created',
    description: 'If the coffee already exists, it is returned.',
    access: 'member',
    scope: 'write',
    limit: actPerMinute('add a coffee'),
    input: SubmitCoffee,
    example: {
      name: 'Huila El Mirador',
      roasterName: 'Ottermill',
      roastLevel: 'LIGHT',
      origin: 'Colombia',
      flavorProfile: 'red apple, cane sugar',
    },
    reply: v.object({ coffee: CoffeeDetail }),
    status: 201,
    run: submitCoffee,
  }),
  endpoint({
    route: 'GET /api/coffees/suggestions',
    summary: 'Up to five suggestions as someone types',
    description: 'For autocomplete.',
    access: 'public',
    input: SuggestCoffees,
    example: { name: 'huila' },
    reply: v.object({ suggestions: v.array(CoffeeSuggestion) }),
    run: suggestCoffees,
  }),
  endpoint({
    route: 'GET /api/coffees/:id',
    summary: 'One coffee with its roaster',
    description: 'Also says who added it. With `grinder`, it says where to start on that dial.',
    access: 'anyone',
    scope: 'read',
    input: OpenCoffee,
    example: { id: 1, grinder: 'comandante-c40-mk4' },
    reply: CoffeeDetail,
    cache: { control: 'no-cache', etag: true },
    faults: ['coffee-not-found', 'grinder-not-found', 'not-signed-in'],
    run: openCoffee,
  }),
  endpoint({
    route: 'GET /api/coffees/:id/stats',
    summary: 'How the community brews a coffee: votes, grinders, machines, ratios and grinds',
    description: 'Across all of its community recipes: votes, typical gear, and the range of ratios and grinds.',
    access: 'anyone',
    scope: 'read',
    input: CoffeeStats,
    example: { id: 1 },
    reply: CoffeeStatsReply,
    faults: ['coffee-not-found', 'grinder-not-found', 'not-signed-in'],
    run: coffeeStats,
  }),
]
