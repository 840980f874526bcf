import { inArray } from 'drizzle-orm'
import { videos } from '#server/features/videos/videos.table.ts'
import { timecode } from './clean.ts'
import type { Cell } from './doc.ts'
import type { Gathered } from './gather.ts'
import type { SpokenVideo } from './transcript.ts'

/** Of the cover: each recording with its length and hash, so that a reader can tell it is the one at hand. */
export const videoFacts = (films: readonly SpokenVideo[]): [string, Cell][] =>
  films.map(({ filename, durationMs, sha256 }): [string, Cell] => [
    'Recording',
    [filename, durationMs === null ? '' : timecode(durationMs), sha256 ? `SHA-256 ${sha256}` : '']
      .filter(Boolean)
      .join(', '),
  ])

/** The recordings of the scope with their hashes: whoever has one can tell that it is the one a file was made from. */
export async function inputsOf({
  db,
  order,
  sittings,
}: Gathered): Promise<{ videoId: string; sha256: string | null }[]> {
  const ids =
    order.scope.kind === 'video'
      ? [order.scope.id]
      : sittings.flatMap((each) => each.videos.map(({ videoId }) => videoId))
  if (ids.length === 0) return []
  const rows = await db
    .select({ videoId: videos.id, sha256: videos.sha256 })
    .from(videos)
    .where(inArray(videos.id, ids))
  return rows.toSorted((a, b) => ids.indexOf(a.videoId) - ids.indexOf(b.videoId))
}
