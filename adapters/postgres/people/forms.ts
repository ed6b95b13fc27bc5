import type { Forms } from '../../../core/forms/forms.ts'
import { type Sql, transact } from '../engine/client.ts'
import { queueBounded } from '../events/outbox.ts'

export function formsIn(sql: Sql, supportEmail: string): Forms {
  return {
    contact: ({ name, email, subject, message, now }) =>
      transact(sql, async sql => {
        await sql`
          insert into contact_messages (name, email, subject, message, created_at)
          values (${name}, ${email}, ${subject}, ${message}, ${now})`
        const props = { name, email, subject, message }
        await queueBounded(sql, { recipient: supportEmail, replyTo: email, template: 'contact-message', props }, now)
      }),

    subscribe: async ({ email, source, now }) => {
      await sql`
        insert into subscribers (email, source, created_at)
        values (${email}, ${source ?? null}, ${now})
        on conflict (email) do nothing`
    },

    requestDemo: async ({ name, email, company, message, now }) => {
      await sql`
        insert into demo_requests (name, email, company, message, created_at)
        values (${name}, ${email}, ${company}, ${message ?? null}, ${now})`
    },
  }
}
