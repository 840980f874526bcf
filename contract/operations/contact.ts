import { z } from 'zod'
import { Email } from '../account/auth.ts'
import { defineEndpoint, done, Id, nothing, page, Timestamp } from '../endpoint.ts'

export const contactKinds = ['demo', 'trial', 'support', 'legal'] as const
export type ContactKind = (typeof contactKinds)[number]

export const contactLimits = {
  name: 120,
  firm: 120,
  subject: 200,
  messageMin: 20,
  messageMax: 5000,
  perHour: 5,
  /** The limit for all IP addresses combined, so requests can't fill the disk. */
  perDay: 500,
  keepDays: 90,
} as const

const line = (max: number, empty: string) => z.string().trim().min(1, empty).max(max)

export const sendContactRequest = defineEndpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Contact the operator for help, a demo, a free trial, or a legal question.',
  needs: 'nobody',
  params: nothing,
  input: z.strictObject({
    kind: z.enum(contactKinds),
    name: line(contactLimits.name, 'Enter your name.'),
    email: Email,
    firm: z.string().trim().max(contactLimits.firm).default(''),
    subject: line(contactLimits.subject, 'Enter a subject.'),
    message: z
      .string()
      .trim()
      .min(contactLimits.messageMin, `Write at least ${contactLimits.messageMin} characters.`)
      .max(contactLimits.messageMax),
  }),
  output: done,
  touches: ['operations'],
})

export const ContactRequest = z.object({
  id: Id,
  kind: z.enum(contactKinds),
  name: z.string(),
  email: z.string(),
  firm: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: Timestamp,
  handledAt: Timestamp.nullable(),
  handledBy: z.string().nullable(),
})
export type ContactRequest = z.infer<typeof ContactRequest>

export const ContactTotals = z.object({ open: z.int() })

export const listContactRequests = defineEndpoint({
  method: 'GET',
  path: '/api/contact-requests',
  summary: 'List contact requests, open ones first, then newest first.',
  needs: 'operator',
  params: nothing,
  input: z.strictObject(page),
  output: z.array(ContactRequest),
  touches: ['operations'],
})

export const handleContactRequest = defineEndpoint({
  method: 'PUT',
  path: '/api/contact-requests/:requestId/handled',
  summary: 'Mark a contact request as handled or open.',
  needs: 'operator',
  params: z.strictObject({ requestId: Id }),
  input: z.strictObject({ handled: z.boolean() }),
  output: ContactRequest,
  touches: ['operations'],
})
