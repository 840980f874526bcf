import { createHash } from 'node:crypto'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { toVtt } from '#contract/videos/captions.ts'
import { Id } from '#contract/endpoint.ts'
import { requireServed } from '#server/features/videos/videos.queries.ts'
import { sendBytes, setFileHeaders } from '#server/platform/http/bytes.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { requireActor } from '#server/platform/http/route.ts'
import { transcriptTurns } from '../analysis.table.ts'

export function captionRoutes(app: FastifyInstance): void {
  const { storage, database } = app.parts
  app.route<{ Params: { videoId: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/videos/:videoId/captions',
    handler: async (request, reply) => {
      const actor = requireActor(request)
      const { videoId } = request.params
      if (!Id.safeParse(videoId).success) throw absent('video')
      const { file } = await requireServed(database.db, actor, videoId, 'captions')
      if (!file) throw new Refusal('not_found', 'This file isn’t ready yet.')
      const corrected = await writeCorrected(database.db, videoId)
      if (corrected === null) return sendBytes(storage, request, reply, { key: file.key, kind: 'vtt', etag: file.key })
      const etag = `"${createHash('sha256').update(corrected).digest('hex')}"`
      reply.header('etag', etag).header('cache-control', 'private, no-cache')
      setFileHeaders(reply, 'vtt')
      if (request.headers['if-none-match'] === etag) return reply.code(304).removeHeader('content-type').send()
      return reply.send(corrected)
    },
  })
}

async function writeCorrected(db: Db, videoId: string): Promise<string | null> {
  const [corrected] = await db
    .select({ index: transcriptTurns.index })
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), isNotNull(transcriptTurns.original)))
    .limit(1)
  if (!corrected) return null
  const rows = await db
    .select({ speaker: transcriptTurns.speaker, words: transcriptTurns.words })
    .from(transcriptTurns)
    .where(eq(transcriptTurns.videoId, videoId))
    .orderBy(asc(transcriptTurns.index))
  return toVtt(rows)
}
