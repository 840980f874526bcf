import { and, eq } from 'drizzle-orm'
import type { Annotation } from '#contract/findings/annotations.ts'
import { textLimits } from '#contract/endpoint.ts'
import { highlightSpecs, highlightTitle } from '#contract/highlights/words.ts'
import { insertKept } from '#server/features/annotations/annotations.service.ts'
import { requireVideo } from '#server/features/videos/videos.access.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { findings } from '../analysis.table.ts'

export function keepFinding(
  { db, actor, ip }: Context,
  { videoId, findingId }: { videoId: string; findingId: string },
): Promise<Annotation> {
  return db.transaction(async (tx) => {
    const video = await requireVideo(tx, actor, videoId, 'edit')
    const [found] = await tx
      .select({ body: findings.body })
      .from(findings)
      .where(and(eq(findings.id, findingId), eq(findings.videoId, videoId)))
    if (!found) throw absent('finding')
    const { body } = found
    if (body.startMs === null) {
      throw new Refusal('conflict', 'This finding has no timecode. Add an annotation manually.')
    }
    return insertKept(tx, { actor, ip }, video, {
      findingId,
      title: highlightTitle(body).slice(0, textLimits.title),
      description: [body.quote && `“${body.quote}”`, body.why].filter(Boolean).join('\n').slice(0, textLimits.long),
      category: highlightSpecs[body.type].category,
      severity: body.severity,
      ...{ startMs: body.startMs, endMs: body.endMs },
    })
  })
}
