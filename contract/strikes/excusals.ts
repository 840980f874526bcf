import { z } from 'zod'
import { defineEndpoint, Id, nothing, textLimits, Timestamp } from '../endpoint.ts'
import { HardshipFacts } from '../findings/findings.ts'
import { EvidenceInput, strikeLimits, StrikeEvidence, Timecode } from './data.ts'
import { replayable } from './strikes.ts'

export const excusalPositions = ['open', 'agreed', 'opposed', 'court_call'] as const
export const excusalStates = ['open', 'ruled', 'withdrawn', 'void'] as const
export const excusalMoves = ['rule', 'withdraw', 'void'] as const
export const excusalRulings = ['pending', 'granted', 'denied', 'reserved'] as const

export const ExcusalRequest = z.object({
  id: Id,
  caseId: Id,
  sessionId: Id,
  jurorId: Id,
  jurorNumber: z.string(),
  kind: z.literal('hardship'),
  state: z.enum(excusalStates),
  reason: z.string(),
  facts: HardshipFacts,
  position: z.enum(excusalPositions),
  evidence: z.array(StrikeEvidence),
  ruling: z.enum(excusalRulings),
  judgeWords: z.string(),
  ruledAt: Timestamp.nullable(),
  rulingTimecode: Timecode.nullable(),
  endReason: z.string(),
  createdBy: z.string(),
  createdById: Id,
  createdAt: Timestamp,
  updatedBy: z.string(),
  updatedAt: Timestamp,
  version: z.int(),
  may: z.object({ edit: z.boolean(), rule: z.boolean(), withdraw: z.boolean(), void: z.boolean() }),
})
export type ExcusalRequest = z.infer<typeof ExcusalRequest>

const fields = {
  reason: z.string().trim().max(textLimits.short),
  facts: HardshipFacts,
  position: z.enum(excusalPositions),
}
const inSession = z.strictObject({ sessionId: Id })
const one = z.strictObject({ excusalId: Id })

export const listExcusals = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/excusals',
  summary: 'List hardship requests in the order called.',
  needs: 'member',
  params: inSession,
  input: nothing,
  output: z.array(ExcusalRequest),
  touches: ['strikes', 'jurors', 'transcripts'],
})

export const createExcusal = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/excusals',
  summary: 'Add a hardship request for a juror.',
  needs: 'member',
  params: inSession,
  input: z.strictObject({
    ...replayable,
    id: Id.optional(),
    jurorId: Id,
    reason: fields.reason.min(1, 'Describe the hardship.'),
    facts: fields.facts.default({ paid: null, replaceable: null, scheduleFix: null, documented: null }),
    position: fields.position.default('open'),
    evidence: z.array(EvidenceInput).max(strikeLimits.evidence).default([]),
  }),
  output: ExcusalRequest,
  touches: ['strikes'],
})

export const updateExcusal = defineEndpoint({
  method: 'PATCH',
  path: '/api/excusals/:excusalId',
  summary: 'Change a hardship request.',
  needs: 'member',
  params: one,
  input: z.strictObject({ version: z.int(), ...z.object(fields).partial().shape }),
  output: ExcusalRequest,
  touches: ['strikes'],
})

/**
 * If the request is granted, the juror is excused. If the ruling is anything else or the request is voided, the juror
 * returns to the panel.
 */
export const moveExcusal = defineEndpoint({
  method: 'POST',
  path: '/api/excusals/:excusalId/moves',
  summary: 'Record the ruling on a hardship request, withdraw it, or void it.',
  needs: 'member',
  params: one,
  input: z.strictObject({
    ...replayable,
    version: z.int(),
    move: z.enum(excusalMoves),
    ruling: z.enum(excusalRulings).exclude(['pending']).optional(),
    judgeWords: z.string().trim().max(textLimits.long).default(''),
    timecode: Timecode.nullable().default(null),
    reason: z.string().trim().max(textLimits.long).default(''),
  }),
  output: ExcusalRequest,
  touches: ['strikes', 'jurors'],
})
