/** What one listening to a recording leaves behind: enough to group its voices again without hearing it again. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Span, VoicesArtifact } from '#contract/videos/analysis.ts'

export type Voiceprints = {
  /** `spectrum`: departures from a mixture that was learned from this recording. `embedding`: vectors of a neural model. */
  kind: 'spectrum' | 'embedding'
  /** Name of the neural model. */
  model: string | null
  mixture: VoicesArtifact['mixture']
  /** Stretches of one voice each, in order, none overlapping. */
  stretches: readonly Span[]
  /** Where several speak at once: marked, and given to nobody. */
  overlaps: readonly Span[]
  /** Whether the sound was listened to for several at once. */
  overlapsHeard: boolean
  /** Numbers a stretch. */
  width: number
  /** `width` numbers for each stretch, one after the other. */
  vectors: Float32Array
}

/** Whether the sound was listened to for several at once. Of those listened to before this was kept, only by models of voices. */
export const hearsOverlaps = ({ kind, overlapsHeard }: Pick<VoicesArtifact, 'kind' | 'overlapsHeard'>): boolean =>
  overlapsHeard ?? kind === 'embedding'

export const getRow = ({ vectors, width }: Voiceprints, stretch: number): Float32Array =>
  vectors.subarray(stretch * width, (stretch + 1) * width)

/** Rows one after the other: the `vectors` of voiceprints. */
export function joinRows(rows: readonly ArrayLike<number>[], width: number): Float32Array {
  const joined = new Float32Array(rows.length * width)
  for (const [i, row] of rows.entries()) joined.set(row, i * width)
  return joined
}

/** Writes the numbers to `path`, known in the artifact as `file`, and answers the rest. 11 MB for six hours of speech. */
export async function writePrints(
  path: string,
  file: string,
  { vectors, ...rest }: Voiceprints,
): Promise<VoicesArtifact> {
  await writeFile(path, Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength))
  return { file, ...rest, stretches: [...rest.stretches], overlaps: [...rest.overlaps] }
}

/** Reads them back. `path` is the artifact's file. */
export async function readPrints(path: string, artifact: VoicesArtifact): Promise<Voiceprints | null> {
  const { kind, file, ...rest } = artifact
  if (kind === 'none' || file === null) return null
  const overlapsHeard = hearsOverlaps(artifact)
  const bytes = await readFile(path)
  const vectors = new Float32Array(rest.stretches.length * rest.width)
  if (bytes.length !== vectors.byteLength) throw new Error(`${path} holds ${bytes.length} bytes`)
  Buffer.from(vectors.buffer).set(bytes)
  return { kind, ...rest, overlapsHeard, vectors }
}
