import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { listSpeakerProposals, SpeakerProposal } from '#contract/speakers/proposals.ts'
import { transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import type { Db } from '#server/platform/db.ts'
import { speakerProposals } from './proposals.table.ts'

export async function storeProposals(tx: Db, videoId: string, proposals: SpeakerProposal[]): Promise<void> {
  await tx
    .insert(speakerProposals)
    .values({ videoId, proposals })
    .onConflictDoUpdate({ target: speakerProposals.videoId, set: { proposals } })
}

export async function readStoredProposals(db: Db, videoId: string): Promise<SpeakerProposal[]> {
  const [stored] = await db.select().from(speakerProposals).where(eq(speakerProposals.videoId, videoId))
  return stored?.proposals ?? []
}

export async function readProposals(
  db: Db,
  videoId: string,
): Promise<z.output<(typeof listSpeakerProposals)['output']>> {
  const proposals = await readStoredProposals(db, videoId)
  const quoted = [...new Set(proposals.flatMap(({ excerpts }) => excerpts.map(({ turn }) => turn)))]
  const turns = await db
    .select({ index: transcriptTurns.index, text: transcriptTurns.text })
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), inArray(transcriptTurns.index, quoted)))
  const textNow = new Map(turns.map(({ index, text }) => [index, text]))
  return proposals.map((proposal) => ({
    ...proposal,
    excerpts: proposal.excerpts.map((each) => ({
      ...each,
      quoteChanged: textNow.get(each.turn)?.includes(each.quote) !== true,
    })),
  }))
}
