import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import type { SpeakerProposal } from '#contract/speakers/proposals.ts'

export const speakerProposals = pgTable('speaker_proposals', {
  videoId: uuid('video_id').primaryKey(),
  proposals: jsonb('proposals').$type<SpeakerProposal[]>().notNull(),
})
