import { asDrinker } from '../../../core/drinkers/drinkers.ts'
import { DialReply, DialsReply, ReadDials, readDials, SetDial, setDial } from '../../../core/stand/read-dials.ts'
import { endpoint } from '../endpoint.ts'

export const ownDials = [
  endpoint({
    route: 'GET /api/user/dials',
    name: 'readDials',
    summary: 'Where each of your dials is now, and how far to turn it for each open bag',
    description:
      'A dial is where your last brew left it, or where you’ve said it is since. For each open bag there is the setting it needs next, for each method you brew it with.',
    access: 'member',
    scope: 'read',
    input: ReadDials,
    example: {},
    reply: DialsReply,
    faults: ['not-found'],
    run: asDrinker(readDials),
  }),
  endpoint({
    route: 'PATCH /api/user/dials/:grinderId',
    summary: 'Say where a dial is now, or when its burrs were changed or cleaned; omitted fields stay',
    description:
      'Send the setting as the dial shows it. The next brew on the grinder replaces it. Also adds the grinder to your gear.',
    access: 'member',
    scope: 'write',
    input: SetDial,
    example: { grinderId: 48, grindSetting: '24 clicks' },
    reply: DialReply,
    faults: ['grinder-not-found', 'setting-off-dial'],
    run: setDial,
  }),
]
