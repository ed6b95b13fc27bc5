import * as v from 'valibot'
import { coffeeStats, submitCoffee, suggestCoffees } from '../../../core/coffees/coffees.ts'
import {
  Coffee,
  CoffeeDetail,
  CoffeeStats,
  CoffeeSuggestion,
  GetCoffeeStats,
  ListCoffees,
  OpenCoffee,
  SubmitCoffee,
  SuggestCoffees,
} from '../../../core/coffees/model.ts'
import { listCoffees, openCoffee } from '../../../core/coffees/read.ts'
import { pageOf } from '../../../core/page.ts'
import { endpoint } from '../endpoint.ts'
import { actPerMinute } from '../limits.ts'

export const coffees = [
  endpoint({
    route: 'GET /api/coffees',
    summary:
      'Find coffees by name, roaster or origin; a search forgives typos and accents and puts the best match first',
    access: 'anyone',
    input: ListCoffees,
    reply: pageOf(Coffee),
    faults: ['grinder-not-found', 'not-signed-in'],
    run: listCoffees,
  }),
  endpoint({
    route: 'POST /api/coffees',
    summary: 'Add a coffee; its roaster is found by name, or made',
    access: 'member',
    limit: actPerMinute('add a coffee'),
    input: SubmitCoffee,
    reply: v.object({ coffee: CoffeeDetail }),
    status: 201,
    run: submitCoffee,
  }),
  endpoint({
    route: 'GET /api/coffees/suggestions',
    summary: 'Up to five coffees that somebody may mean, while they are still typing',
    access: 'public',
    input: SuggestCoffees,
    reply: v.object({ suggestions: v.array(CoffeeSuggestion) }),
    run: suggestCoffees,
  }),
  endpoint({
    route: 'GET /api/coffees/:id',
    summary: 'One coffee with its roaster',
    access: 'anyone',
    input: OpenCoffee,
    reply: CoffeeDetail,
    cache: { control: 'no-cache', etag: true },
    faults: ['coffee-not-found', 'grinder-not-found', 'not-signed-in'],
    run: openCoffee,
  }),
  endpoint({
    route: 'GET /api/coffees/:id/stats',
    summary: 'What the community does with a coffee: votes, grinders, machines, ratios and grinds',
    access: 'anyone',
    input: GetCoffeeStats,
    reply: CoffeeStats,
    faults: ['coffee-not-found', 'grinder-not-found', 'not-signed-in'],
    run: coffeeStats,
  }),
]
