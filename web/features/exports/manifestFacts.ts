import { z } from 'zod'
import { formatCount, formatTimecode } from '#web/platform/format.ts'

const Span = z.object({ startMs: z.number(), endMs: z.number() })
/** What is read of a manifest; each kind of file keeps some of it. See `server/features/exports/documents/content/cover.ts`. */
const Manifest = z
  .object({
    software: z.string(),
    contentSha256: z.string(),
    counts: z.record(z.string(), z.number()),
    film: z.object({ sha256: z.string(), timecodes: z.number() }),
    audit: z.object({ seq: z.number(), hash: z.string(), key: z.string().nullable() }).nullable(),
    clips: z.array(Span.extend({ videoId: z.string(), silenced: z.array(Span) })),
  })
  .partial()

/** What the counts of a manifest are of. */
const countWords: Record<string, string> = {
  rows: 'Rows',
  blocks: 'Headings, paragraphs and tables',
  items: 'Entries',
  clips: 'Clips',
  passages: 'Passages',
  custodyEvents: 'Entries of the custody log',
  files: 'Files',
}

export type Fact = { name: string; value: string; isHash?: boolean }

/** The facts of a manifest by the names that people use; what is not known is left out. */
export function manifestFacts(manifest: unknown): Fact[] {
  const { software, counts = {}, contentSha256, film, audit } = Manifest.safeParse(manifest).data ?? {}
  return [
    ...(software === undefined ? [] : [{ name: 'Made with', value: software }]),
    ...Object.entries(counts).map(([what, count]) => ({ name: countWords[what] ?? what, value: formatCount(count) })),
    ...(film ? [{ name: 'Timecodes that open the film', value: formatCount(film.timecodes) }] : []),
    ...(film ? [{ name: 'SHA-256 of the film', value: film.sha256, isHash: true }] : []),
    ...(contentSha256 === undefined ? [] : [{ name: 'SHA-256 of the content', value: contentSha256, isHash: true }]),
    ...(audit ? [{ name: `Audit record at event ${audit.seq}`, value: audit.hash, isHash: true }] : []),
    ...(audit?.key ? [{ name: 'Key of the audit record', value: audit.key, isHash: true }] : []),
  ]
}

export type ClipFact = { videoId: string; from: string; to: string; silenced: string }

/** The clips of a film in their order, by the times of their recordings; empty for every other file. */
export const clipFacts = (manifest: unknown): ClipFact[] =>
  (Manifest.safeParse(manifest).data?.clips ?? []).map(({ videoId, startMs, endMs, silenced }) => ({
    videoId,
    from: formatTimecode(startMs / 1000),
    to: formatTimecode(endMs / 1000),
    silenced: silenced.length === 0 ? 'Nothing' : formatCount(silenced.length),
  }))
