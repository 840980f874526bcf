import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MailFrequency, NotificationCategory, NotificationType } from '#contract/operations/notifications.ts'
import { time } from '#server/platform/database/columns.ts'

export const notifications = pgTable('notifications', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  userId: uuid('user_id').notNull(),
  caseId: uuid('case_id'),
  topic: text('topic').notNull(),
  entityId: uuid('entity_id'),
  type: text('type').$type<NotificationType>().notNull(),
  category: text('category').$type<NotificationCategory>().notNull(),
  title: text('title').notNull(),
  message: text('message').notNull().default(''),
  actionUrl: text('action_url'),
  actionLabel: text('action_label'),
  createdAt: time('created_at').notNull().defaultNow(),
  readAt: time('read_at'),
})

export const notificationMutes = pgTable(
  'notification_mutes',
  { userId: uuid('user_id').notNull(), category: text('category').$type<NotificationCategory>().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.category] })],
)

export const signInPlaces = pgTable(
  'sign_in_places',
  {
    userId: uuid('user_id').notNull(),
    ip: text('ip').notNull(),
    agent: text('agent').notNull(),
    seenAt: time('seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.ip, table.agent] })],
)

/** People without a row get daily email. */
export const mailPreferences = pgTable('mail_preferences', {
  userId: uuid('user_id').primaryKey(),
  wish: text('wish').$type<MailFrequency>().notNull(),
  morning: boolean('morning').notNull().default(false),
})
