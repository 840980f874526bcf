import { boolean, date, integer, jsonb, pgTable, pgView, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { RecordingPermission } from '#contract/cases/cases.ts'
import type {
  CaseData,
  CaseIssue,
  CaseStatus,
  CaseType,
  NamedPerson,
  Party,
  SelectionMethod,
  StrikeBudget,
} from '#contract/cases/data.ts'
import type { CaseRole } from '#contract/account/permissions.ts'
import { time } from '#server/platform/database/columns.ts'

export const cases = pgTable('cases', {
  id: uuid('id').primaryKey(),
  firmId: uuid('firm_id').notNull(),
  title: text('title').notNull(),
  caseNumber: text('case_number').notNull(),
  numberKey: text('number_key').generatedAlwaysAs('').notNull(),
  status: text('status').$type<CaseStatus>().notNull().default('draft'),
  caseType: text('case_type').$type<CaseType>(),
  forumId: text('forum_id'),
  forumRuleId: text('forum_rule_id'),
  court: text('court').notNull().default(''),
  judge: text('judge').notNull().default(''),
  courtroom: text('courtroom').notNull().default(''),
  county: text('county').notNull().default(''),
  state: text('state').notNull().default(''),
  timeZone: text('time_zone'),
  ourSide: text('our_side').$type<NonNullable<CaseData['ourSide']>>(),
  parties: jsonb('parties').$type<Party[]>().notNull().default([]),
  attorneys: jsonb('attorneys').$type<NamedPerson[]>().notNull().default([]),
  witnesses: jsonb('witnesses').$type<NamedPerson[]>().notNull().default([]),
  trialDate: date('trial_date', { mode: 'string' }),
  voirDireDate: date('voir_dire_date', { mode: 'string' }),
  selectionMethod: text('selection_method').$type<SelectionMethod>(),
  jurySize: integer('jury_size').notNull().default(12),
  alternates: integer('alternates').notNull().default(0),
  strikeBudget: jsonb('strike_budget').$type<StrikeBudget>(),
  backStrikesAllowed: boolean('back_strikes_allowed').notNull().default(false),
  alternateStrikesSeparate: boolean('alternate_strikes_separate').notNull().default(false),
  issues: jsonb('issues').$type<CaseIssue[]>().notNull().default([]),
  confidentiality: text('confidentiality').$type<CaseData['confidentiality']>().notNull().default('standard'),
  tags: jsonb('tags').$type<string[]>().notNull().default([]),
  outcome: text('outcome').notNull().default(''),
  closedAt: time('closed_at'),
  archivedAt: time('archived_at'),
  statusBeforeArchive: text('status_before_archive').$type<CaseStatus>(),
  recordingBasis: text('recording_basis').$type<RecordingPermission['basis']>(),
  recordingNote: text('recording_note').notNull().default(''),
  recordingDeclaredBy: uuid('recording_declared_by'),
  recordingDeclaredAt: time('recording_declared_at'),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedBy: uuid('updated_by'),
  updatedAt: time('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
  deletedAt: time('deleted_at'),
  deletedBy: uuid('deleted_by'),
})
export type CaseRow = typeof cases.$inferSelect

export const caseMembers = pgTable(
  'case_members',
  {
    caseId: uuid('case_id').notNull(),
    userId: uuid('user_id').notNull(),
    role: text('role').$type<CaseRole>().notNull(),
    canApproveStrikes: boolean('can_approve_strikes').notNull().default(false),
    expiresAt: time('expires_at'),
    breakGlassReason: text('break_glass_reason'),
    addedBy: uuid('added_by'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.caseId, table.userId] })],
)

/** Current memberships of cases that aren't deleted. Join this view instead of `case_members`. */
export const caseAccess = pgView('case_access', {
  caseId: uuid('case_id').notNull(),
  userId: uuid('user_id').notNull(),
  role: text('role').$type<CaseRole>().notNull(),
  canApproveStrikes: boolean('can_approve_strikes').notNull(),
  expiresAt: time('expires_at'),
  firmId: uuid('firm_id').notNull(),
  status: text('status').$type<CaseStatus>().notNull(),
}).existing()
