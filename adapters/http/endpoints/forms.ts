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
    summary: 'Send us a message',
    description: 'Your message and address go to the people who run the service. You don’t get a copy.',
    access: 'public',
    limit: actPerMinute('write to us'),
    input: Contact,
    example: {
      name: 'Ann',
      email: 'ann@example.com',
      subject: 'A question',
      message: 'Do you have the curve of my grinder?',
    },
    reply: Received,
    run: contact,
  }),
  endpoint({
    route: 'POST /api/subscribe',
    summary: 'Subscribe to the newsletter; a second time changes nothing',
    description:
      'Every email has an unsubscribe link. `source` says where the subscriber came from, for our statistics.',
    access: 'public',
    limit: perMinute(3),
    input: Subscribe,
    example: { email: 'ann@example.com', source: 'footer' },
    reply: Received,
    run: subscribe,
  }),
  endpoint({
    route: 'POST /api/track',
    summary: "Count a view of a roaster's page, or of one of its coffees",
    description:
      'For pages that show a roaster or one of its coffees. The roaster reads the counts in the portal; nobody is tracked from one day to the next.',
    access: 'public',
    limit: perMinute(300),
    input: TrackView,
    example: { roasterId: 1, coffeeId: 1 },
    reply: field.succeeded,
    faults: ['roaster-not-found', 'coffee-not-found'],
    run: trackView,
  }),
  endpoint({
    route: 'POST /api/demo-requests',
    summary: 'Request a demo for your roastery',
    description: 'For roasters who want to see the portal and the widget before they claim their page.',
    access: 'public',
    limit: perMinute(3),
    input: RequestDemo,
    example: { name: 'Ann', email: 'ann@ottermill.example', company: 'Ottermill' },
    reply: Received,
    run: requestDemo,
  }),
]
