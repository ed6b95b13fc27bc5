import type * as v from 'valibot'
import type { Clock } from '../clock.ts'
import type { Contact, RequestDemo, Subscribe } from './model.ts'

export interface Forms {
  /** Stores the message and queues it for support. */
  contact: (message: v.InferOutput<typeof Contact> & { now: Date }) => Promise<void>
  /** Subscribing twice changes nothing. */
  subscribe: (subscriber: v.InferOutput<typeof Subscribe> & { now: Date }) => Promise<void>
  requestDemo: (request: v.InferOutput<typeof RequestDemo> & { now: Date }) => Promise<void>
}

interface FormPorts {
  forms: Forms
  clock: Clock
}

export async function contact(message: v.InferOutput<typeof Contact>, { forms, clock }: FormPorts) {
  await forms.contact({ ...message, now: clock() })
  return received('We’ve got your message and will reply by email.')
}

export async function subscribe(subscriber: v.InferOutput<typeof Subscribe>, { forms, clock }: FormPorts) {
  await forms.subscribe({ ...subscriber, now: clock() })
  return received('You’re subscribed.')
}

export async function requestDemo(request: v.InferOutput<typeof RequestDemo>, { forms, clock }: FormPorts) {
  await forms.requestDemo({ ...request, now: clock() })
  return received('Thank you. We’ll email you within two working days.')
}

const received = (message: string) => ({ success: true as const, message })
