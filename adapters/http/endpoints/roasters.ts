import { Coffee } from '../../../core/coffees/model.ts'
import { pageOf } from '../../../core/page.ts'
import { Recipe } from '../../../core/recipes/model.ts'
import {
  Following,
  ListRoasterCoffees,
  ListRoasterRecipes,
  ListRoasters,
  ReadFeed,
  RoasterDetail,
  RoasterList,
  RoasterSlug,
} from '../../../core/roasters/model.ts'
import {
  followingRoaster,
  followRoaster,
  getRoaster,
  listRoasterCoffees,
  listRoasterRecipes,
  readFeed,
  unfollowRoaster,
} from '../../../core/roasters/roasters.ts'
import { endpoint } from '../endpoint.ts'

export const roasters = [
  endpoint({
    route: 'GET /api/roasters',
    summary: 'Roasters by name, by page or by cursor',
    access: 'public',
    input: ListRoasters,
    reply: RoasterList,
    run: (query, { roasters }) => roasters.list(query),
  }),
  endpoint({
    route: 'GET /api/roasters/:slug',
    summary: 'One roaster',
    access: 'public',
    input: RoasterSlug,
    reply: RoasterDetail,
    cache: { control: 'no-cache', etag: true },
    faults: ['roaster-not-found'],
    run: getRoaster,
  }),
  endpoint({
    route: 'GET /api/roasters/:slug/coffees',
    summary: 'The coffees of a roaster, by name',
    access: 'public',
    input: ListRoasterCoffees,
    reply: pageOf(Coffee),
    faults: ['roaster-not-found'],
    run: listRoasterCoffees,
  }),
  endpoint({
    route: 'GET /api/roasters/:slug/recipes',
    summary: "Community recipes for a roaster's coffees, best first",
    access: 'anyone',
    input: ListRoasterRecipes,
    reply: pageOf(Recipe),
    faults: ['roaster-not-found', 'grinder-not-found', 'not-signed-in'],
    run: listRoasterRecipes,
  }),
  endpoint({
    route: 'GET /api/roasters/:slug/follow',
    summary: 'How many follow a roaster, and whether you do when you are signed in',
    access: 'optional',
    input: RoasterSlug,
    reply: Following,
    faults: ['roaster-not-found'],
    run: followingRoaster,
  }),
  endpoint({
    route: 'POST /api/roasters/:slug/follow',
    summary: 'Follow a roaster; a second time changes nothing',
    access: 'member',
    input: RoasterSlug,
    reply: Following,
    status: 201,
    faults: ['roaster-not-found'],
    run: followRoaster,
  }),
  endpoint({
    route: 'DELETE /api/roasters/:slug/follow',
    summary: 'Follow a roaster no longer; a second time changes nothing',
    access: 'member',
    input: RoasterSlug,
    reply: Following,
    faults: ['roaster-not-found'],
    run: unfollowRoaster,
  }),
  endpoint({
    route: 'GET /api/following/feed',
    summary: 'The newest recipes of the roasters you follow',
    access: 'member',
    input: ReadFeed,
    reply: pageOf(Recipe),
    faults: ['grinder-not-found'],
    run: readFeed,
  }),
]
