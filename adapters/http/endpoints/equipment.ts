import {
  BrewMethodList,
  BrowseGrinders,
  BrowseMachines,
  browseGrinders,
  browseMachines,
  FilterList,
  GrindersByBrand,
  MachinesByBrand,
} from '../../../core/equipment/catalog.ts'
import * as field from '../../../core/fields.ts'
import { brewMethods } from '../../../core/grind/methods.ts'
import { endpoint } from '../endpoint.ts'
import { forADay } from '../reply-cache.ts'

export const equipment = [
  endpoint({
    route: 'GET /api/grinders',
    summary: 'Every grinder, also by brand',
    description: 'The whole catalog, by brand and in one list, with the range of each dial on the shared grind index.',
    access: 'public',
    open: true,
    cache: forADay(({ grinders }) => grinders.list()),
    input: BrowseGrinders,
    example: { brand: 'Comandante' },
    reply: GrindersByBrand,
    run: browseGrinders,
  }),
  endpoint({
    route: 'GET /api/machines',
    summary: 'Brewers and espresso machines, also by brand',
    description: 'Hand brewers and machines, with their brew method, capacity and usual water temperature.',
    access: 'public',
    open: true,
    cache: forADay(({ machines }) => machines.list()),
    input: BrowseMachines,
    example: { brand: 'Hario', brewMethod: 'v60' },
    reply: MachinesByBrand,
    run: browseMachines,
  }),
  endpoint({
    route: 'GET /api/filters',
    name: 'listFilters',
    summary: 'Paper, metal and cloth filters',
    description: '`brewers` are the slugs of the machines that a filter fits; an empty list means it fits any.',
    access: 'public',
    open: true,
    cache: forADay(({ filters }) => filters.list()),
    input: field.nothing,
    reply: FilterList,
    run: async (_, { filters }) => ({ filters: [...filters.list()] }),
  }),
  endpoint({
    route: 'GET /api/brew-methods',
    name: 'listBrewMethods',
    summary: 'Brew methods, finest grind first, with where they grind on the shared grind index',
    description: 'The bands say where each method grinds: lowest, usual and highest grind index.',
    access: 'public',
    open: true,
    cache: forADay(() => brewMethods),
    input: field.nothing,
    reply: BrewMethodList,
    run: async () => ({ data: [...brewMethods] }),
  }),
]
