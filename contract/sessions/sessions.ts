import { z } from 'zod'
import { defineEndpoint, done, Id, nothing, textLimits, Timestamp } from '../endpoint.ts'
import { SeatingLayout } from './seating.ts'

export const sessionTypes = [
  'jury_voir_dire',
  'individual_voir_dire',
  'mock',
  'focus_group',
  'questionnaire_review',
  'strike_conference',
] as const

/** Statuses up to `ready_for_review` are derived from the videos. Users set the later ones. */
export const sessionStatuses = [
  'scheduled',
  'uploading',
  'processing',
  'ready_for_review',
  'in_review',
  'reviewed',
  'locked',
] as const
export type SessionStatus = (typeof sessionStatuses)[number]

export const sessionTranscriptSources = ['ai', 'court_reporter', 'imported'] as const

export const SessionChecklist = z.strictObject({
  recorded: z.boolean(),
  reporterPresent: z.boolean(),
  rulesRead: z.boolean(),
  questionnaireLoaded: z.boolean(),
})
export type SessionChecklist = z.infer<typeof SessionChecklist>

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:30.')
const Day = z.iso.date('Enter a date such as 2026-03-14.')

/** Times are in the court's time zone. */
const fields = {
  type: z.enum(sessionTypes),
  date: Day.nullable(),
  startTime: ClockTime.nullable(),
  endTime: ClockTime.nullable(),
  panelName: z.string().trim().max(120),
  venireSize: z.int().min(1).max(2000).nullable(),
  seatingLayout: SeatingLayout,
  transcriptSource: z.enum(sessionTranscriptSources),
  checklist: SessionChecklist,
  notes: z.string().trim().max(textLimits.long),
}
const SessionName = z.string().trim().min(1, 'Enter a name.').max(120)

export const SessionVideoCounts = z.object({
  total: z.int(),
  uploading: z.int(),
  processing: z.int(),
  completed: z.int(),
  failed: z.int(),
})

export const SessionSummary = z.object({
  id: Id,
  caseId: Id,
  name: z.string(),
  type: z.enum(sessionTypes),
  date: z.string().nullable(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  panelName: z.string(),
  status: z.enum(sessionStatuses),
  videos: SessionVideoCounts,
  createdAt: Timestamp,
  version: z.int(),
})
export type SessionSummary = z.infer<typeof SessionSummary>

export const ListedSession = SessionSummary.extend({
  toReview: z.int(),
})
export type ListedSession = z.infer<typeof ListedSession>

export const Session = SessionSummary.extend({
  caseTitle: z.string(),
  recordingDeclared: z.boolean(),
  venireSize: z.int().nullable(),
  seatingLayout: SeatingLayout,
  transcriptSource: z.enum(sessionTranscriptSources),
  checklist: SessionChecklist,
  notes: z.string(),
  lockedAt: Timestamp.nullable(),
  createdByName: z.string(),
  updatedAt: Timestamp,
  updatedByName: z.string(),
  may: z.object({ edit: z.boolean(), upload: z.boolean(), unlock: z.boolean() }),
})
export type Session = z.infer<typeof Session>

const inCase = z.strictObject({ caseId: Id })
const one = z.strictObject({ sessionId: Id })
export const endAfterStart = {
  path: ['endTime'],
  message: 'End time must be after start time.',
}
type Times = { startTime?: string | null | undefined; endTime?: string | null | undefined }
export const isInOrder = ({ startTime, endTime }: Times): boolean => !startTime || !endTime || endTime > startTime

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/sessions',
  summary: 'List the sessions of a case by date.',
  needs: 'member',
  params: inCase,
  input: nothing,
  output: z.array(ListedSession),
  touches: ['sessions', 'videos', 'highlights'],
})

export const createSession = defineEndpoint({
  method: 'POST',
  path: '/api/cases/:caseId/sessions',
  summary: 'Create a session in a case.',
  needs: 'member',
  params: inCase,
  input: z
    .strictObject({ name: SessionName.optional(), ...fields })
    .partial({
      startTime: true,
      endTime: true,
      panelName: true,
      venireSize: true,
      seatingLayout: true,
      transcriptSource: true,
      checklist: true,
      notes: true,
    })
    .refine(isInOrder, endAfterStart),
  output: Session,
  touches: ['sessions', 'cases'],
})

export const readSession = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId',
  summary: 'Get a session.',
  needs: 'member',
  params: one,
  input: nothing,
  output: Session,
  touches: ['sessions', 'videos', 'cases'],
})

/** Returns 409 with the current session if the version is stale. */
export const updateSession = defineEndpoint({
  method: 'PATCH',
  path: '/api/sessions/:sessionId',
  summary: 'Change a session.',
  needs: 'member',
  params: one,
  input: z.strictObject({ version: z.int(), name: SessionName.optional(), ...z.object(fields).partial().shape }),
  output: Session,
  touches: ['sessions', 'jurors'],
})

export const setSessionStatus = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/status',
  summary: 'Set the review status of a session.',
  needs: 'member',
  params: one,
  input: z.strictObject({ status: z.enum(['ready_for_review', 'in_review', 'reviewed']) }),
  output: Session,
  touches: ['sessions'],
})

export const lockSession = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/lock',
  summary: 'Lock a reviewed session against changes.',
  needs: 'member',
  params: one,
  input: nothing,
  output: Session,
  touches: ['sessions'],
})

export const unlockSession = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/unlock',
  summary: 'Unlock a session, with a reason from the lead.',
  needs: 'member',
  params: one,
  input: z.strictObject({ reason: z.string().trim().min(3, 'Enter a reason for unlocking.').max(textLimits.short) }),
  output: Session,
  touches: ['sessions'],
})

export const deleteSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/sessions/:sessionId',
  summary: 'Delete a session but keep its videos in the case.',
  needs: 'member',
  params: one,
  input: nothing,
  output: done,
  touches: ['sessions', 'videos', 'jurors'],
})

export const restoreSession = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/restore',
  summary: 'Restore a deleted session while it’s kept.',
  needs: 'member',
  params: one,
  input: nothing,
  output: Session,
  touches: ['sessions', 'videos', 'jurors'],
})
