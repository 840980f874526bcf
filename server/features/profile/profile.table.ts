import { integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { BarAdmission } from '#contract/account/profile.ts'
import { time } from '#server/platform/database/columns.ts'

export const profiles = pgTable('profiles', {
  userId: uuid('user_id').primaryKey(),
  title: text('title').notNull().default(''),
  phone: text('phone').notNull().default(''),
  barAdmissions: jsonb('bar_admissions').$type<BarAdmission[]>().notNull().default([]),
  practiceAreas: text('practice_areas').array().notNull().default([]),
  yearsInPractice: smallint('years_in_practice'),
  bio: text('bio').notNull().default(''),
  languages: text('languages').array().notNull().default([]),
  timeZone: text('time_zone'),
  signatureBlock: text('signature_block').notNull().default(''),
  avatar: text('avatar'),
  version: integer('version').notNull().default(1),
  updatedAt: time('updated_at').notNull().defaultNow(),
})
