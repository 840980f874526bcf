import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'
import { StrikeBudgets } from '../strikes/strikes.ts'

export const overviewLimits = { dates: 5, cases: 5, sessions: 5 } as const

export const WorkOverview = z.object({
  dates: z.array(
    z.object({
      what: z.enum(['trial', 'voir_dire', 'session']),
      date: z.string(),
      caseId: Id,
      caseTitle: z.string(),
      sessionId: Id.nullable(),
      sessionName: z.string().nullable(),
    }),
  ),
  processing: z.array(z.object({ sessionId: Id, name: z.string(), caseTitle: z.string(), videos: z.int() })),
  approvals: z.object({ waiting: z.int(), overdue: z.int() }),
  peremptories: z.array(z.object({ caseId: Id, caseTitle: z.string(), budgets: StrikeBudgets.nullable() })),
  /** Lists today's sessions first, then other sessions with findings to review, newest first. */
  sessions: z.array(
    z.object({
      sessionId: Id,
      name: z.string(),
      caseId: Id,
      caseTitle: z.string(),
      date: z.string().nullable(),
      isToday: z.boolean(),
      toReview: z.int(),
    }),
  ),
  critical: z.array(z.object({ sessionId: Id, name: z.string(), caseTitle: z.string(), count: z.int() })),
})
export type WorkOverview = z.infer<typeof WorkOverview>

export const readWorkOverview = defineEndpoint({
  method: 'GET',
  path: '/api/overview/work',
  takesLong: true,
  summary: 'Get your upcoming dates, open sessions, approvals, and critical findings.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: WorkOverview,
  touches: ['cases', 'sessions', 'videos', 'strikes', 'highlights'],
})
