import * as v from 'valibot'
import { addDrinker, changeDrinker, listDrinkers, removeDrinker } from '../../../core/drinkers/drinkers.ts'
import { AddDrinker, ChangeDrinker, Drinker, DrinkerId, DrinkersReply } from '../../../core/drinkers/model.ts'
import * as field from '../../../core/fields.ts'
import { endpoint } from '../endpoint.ts'

export const drinkers = [
  endpoint({
    route: 'GET /api/user/drinkers',
    summary: 'The people you brew for, yourself first; empty until you add someone',
    description: 'Each has their own palate and coach. Your own palate is the one in your profile.',
    access: 'member',
    scope: 'read',
    input: field.nothing,
    reply: DrinkersReply,
    run: listDrinkers,
  }),
  endpoint({
    route: 'POST /api/user/drinkers',
    summary: 'Add someone you brew for, with their taste if you know it',
    description:
      'Up to eight besides yourself. From then on, a brew can be for one person (`drinkerId`) or several (`drinkerIds`).',
    access: 'member',
    scope: 'write',
    input: AddDrinker,
    example: { name: 'Sam', colour: 'plum', acidityLevel: 2, bodyLevel: 4 },
    reply: v.object({ drinker: Drinker }),
    status: 201,
    faults: ['name-taken'],
    run: addDrinker,
  }),
  endpoint({
    route: 'PATCH /api/user/drinkers/:id',
    also: 'PUT',
    summary: 'Change the name, colour or taste of someone you brew for; omitted fields stay',
    description: 'Taste is set as in your profile: levels from one to five, or numbers from 0 to 1.',
    access: 'member',
    scope: 'write',
    input: ChangeDrinker,
    example: { id: 1, sweetnessLevel: 4 },
    reply: v.object({ drinker: Drinker }),
    faults: ['not-found', 'name-taken'],
    run: changeDrinker,
  }),
  endpoint({
    route: 'DELETE /api/user/drinkers/:id',
    summary: 'Remove someone you brew for; their brews stay, without a name',
    description: 'Their name and taste are deleted. What they drank doesn’t count as yours.',
    access: 'member',
    scope: 'write',
    input: DrinkerId,
    example: { id: 2 },
    reply: field.succeeded,
    faults: ['not-found'],
    run: removeDrinker,
  }),
]
