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
    access: 'public',
    open: true,
    cache: forADay(({ grinders }) => grinders.list()),
    input: BrowseGrinders,
    reply: GrindersByBrand,
    run: browseGrinders,
  }),
  endpoint({
    route: 'GET /api/machines',
    summary: 'Brewers and espresso machines, also by brand',
    access: 'public',
    open: true,
    cache: forADay(({ machines }) => machines.list()),
    input: BrowseMachines,
    reply: MachinesByBrand,
    run: browseMachines,
  }),
  endpoint({
    route: 'GET /api/filters',
    summary: 'Paper, metal and cloth filters',
    access: 'public',
    open: true,
    cache: forADay(({ filters }) => filters.list()),
    input: field.nothing,
    reply: FilterList,
    run: async (_, { filters }) => ({ filters: [...filters.list()] }),
  }),
  endpoint({
    route: 'GET /api/brew-methods',
    summary: 'Brew methods, finest grind first, with where they grind on the shared grind index',
    access: 'public',
    open: true,
    cache: forADay(() => brewMethods),
    input: field.nothing,
    reply: BrewMethodList,
    run: async () => ({ data: [...brewMethods] }),
  }),
]
