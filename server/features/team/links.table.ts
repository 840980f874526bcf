import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { FirmRole, Profession } from '#contract/account/permissions.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export type LinkKind = 'new_firm' | 'invitation' | 'password_reset' | 'email_change'

export const oneTimeLinks = pgTable('one_time_links', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<LinkKind>().notNull(),
  tokenHash: text('token_hash').notNull(),
  firmId: uuid('firm_id'),
  userId: uuid('user_id'),
  email: text('email'),
  role: text('role').$type<FirmRole>(),
  profession: text('profession').$type<Profession>(),
  createdBy: uuid('created_by'),
  /** Sent to the person's address and shown to nobody: whoever uses it reads that mailbox. */
  isMailed: boolean('is_mailed').notNull().default(false),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
})
export type OneTimeLinkRow = typeof oneTimeLinks.$inferSelect
