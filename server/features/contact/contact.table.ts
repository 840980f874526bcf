import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ContactKind } from '#contract/operations/contact.ts'
import { time } from '#server/platform/database/columns.ts'

export const contactRequests = pgTable('contact_requests', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<ContactKind>().notNull(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  firm: text('firm').notNull().default(''),
  subject: text('subject').notNull(),
  message: text('message').notNull(),
  senderIp: text('sender_ip'),
  createdAt: time('created_at').notNull().defaultNow(),
  handledAt: time('handled_at'),
  handledBy: uuid('handled_by'),
})
