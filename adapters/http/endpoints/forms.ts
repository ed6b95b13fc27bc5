import * as field from '../../../core/fields.ts'
import { contact, requestDemo, subscribe } from '../../../core/forms/forms.ts'
import { Contact, Received, RequestDemo, Subscribe } from '../../../core/forms/model.ts'
import { TrackView } from '../../../core/roasters/model.ts'
import { trackView } from '../../../core/roasters/roasters.ts'
import { endpoint } from '../endpoint.ts'
import { actPerMinute, perMinute } from '../limits.ts'

export const forms = [
  endpoint({
    route: 'POST /api/contact',
    summary: 'Write to us',
    access: 'public',
    limit: actPerMinute('write to us'),
    input: Contact,
    reply: Received,
    run: contact,
  }),
  endpoint({
    route: 'POST /api/subscribe',
    summary: 'Subscribe to the newsletter; a second time changes nothing',
    access: 'public',
    limit: perMinute(3),
    input: Subscribe,
    reply: Received,
    run: subscribe,
  }),
  endpoint({
    route: 'POST /api/track',
    summary: "Count a view of a roaster's page, or of one of its coffees",
    access: 'public',
    limit: perMinute(300),
    input: TrackView,
    reply: field.succeeded,
    faults: ['roaster-not-found', 'coffee-not-found'],
    run: trackView,
  }),
  endpoint({
    route: 'POST /api/demo-requests',
    summary: 'Ask for a demonstration for your roastery',
    access: 'public',
    limit: perMinute(3),
    input: RequestDemo,
    reply: Received,
    run: requestDemo,
  }),
]
