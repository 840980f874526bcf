import { pgTable, smallint, uuid, boolean, text, doublePrecision, integer, primaryKey } from 'drizzle-orm/pg-core'
import type { FirmRole, MemberStatus, Profession } from '#contract/account/roles.ts'
import { time } from '#server/platform/database/columns.ts'

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
  emailProvenAt: time('email_proven_at'),
  unprovenSince: time('unproven_since'),
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
    chosenAt: time('chosen_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.firmId, table.userId] })],
)

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
  /** If true, the link was emailed and never shown, so using it verifies the email address. */
  isMailed: boolean('is_mailed').notNull().default(false),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
})
export type OneTimeLinkRow = typeof oneTimeLinks.$inferSelect

export const trials = pgTable('trials', {
  firmId: uuid('firm_id').primaryKey(),
  endsAt: time('ends_at').notNull(),
  toldDaysLeft: smallint('told_days_left'),
})
