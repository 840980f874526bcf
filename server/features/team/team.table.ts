import { boolean, doublePrecision, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { FirmRole, MemberStatus, Profession } from '#contract/account/roles.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const firms = pgTable('firms', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  timeZone: text('time_zone').notNull().default('UTC'),
  isDemo: boolean('is_demo').notNull().default(false),
  retentionDays: integer('retention_days').notNull().default(365),
  defaultForumId: text('default_forum_id'),
  requireTwoFactor: boolean('require_two_factor').notNull().default(false),
  idleHours: doublePrecision('idle_hours'),
  localAnalysisOnly: boolean('local_analysis_only').notNull().default(false),
  createdAt: time('created_at').notNull().defaultNow(),
})

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  passwordHash: text('password_hash'),
  isOperator: boolean('is_operator').notNull().default(false),
  /** When a link mailed to `email` was used; `OPERATOR_EMAILS` counts for proven addresses alone. */
  emailProvenAt: time('email_proven_at'),
  lastSeenAt: time('last_seen_at'),
  createdAt: time('created_at').notNull().defaultNow(),
})

export const members = pgTable(
  'members',
  {
    firmId: uuid('firm_id').notNull(),
    userId: uuid('user_id').notNull(),
    role: text('role').$type<FirmRole>().notNull(),
    profession: text('profession').$type<Profession>().notNull(),
    status: text('status').$type<MemberStatus>().notNull().default('active'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.firmId, table.userId] })],
)
