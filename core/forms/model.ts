import * as v from 'valibot'
import * as field from '../fields.ts'

export const Contact = v.object({
  name: field.name,
  email: field.email,
  subject: field.text(1, 200),
  message: field.text(1, 5000),
})

export const Subscribe = v.object({ email: field.email, source: v.optional(field.text(1, 200)) })

export const RequestDemo = v.object({
  name: field.name,
  email: field.email,
  company: field.name,
  message: v.optional(field.longText),
})

export const Received = v.object({ success: v.literal(true), message: v.string() })
