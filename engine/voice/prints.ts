import { readFile, writeFile } from 'node:fs/promises'
import type { Span, VoicesArtifact } from '#contract/videos/analysis.ts'

export type Voiceprints = {
  /** `spectrum` vectors are deviations from a mixture learned from this recording. `embedding` vectors are neural. */
  kind: 'spectrum' | 'embedding'
  model: string | null
  mixture: VoicesArtifact['mixture']
  /** Sorted single-voice stretches without overlaps. */
  stretches: readonly Span[]
  overlaps: readonly Span[]
  overlapsHeard: boolean
  width: number
  vectors: Float32Array
}

/** Older artifacts don't have this flag. In those, only neural models detected overlaps. */
export const hearsOverlaps = ({ kind, overlapsHeard }: Pick<VoicesArtifact, 'kind' | 'overlapsHeard'>): boolean =>
  overlapsHeard ?? kind === 'embedding'

export const getRow = ({ vectors, width }: Voiceprints, stretch: number): Float32Array =>
  vectors.subarray(stretch * width, (stretch + 1) * width)

export function joinRows(rows: readonly ArrayLike<number>[], width: number): Float32Array {
  const joined = new Float32Array(rows.length * width)
  for (const [i, row] of rows.entries()) joined.set(row, i * width)
  return joined
}

/** Returns an artifact that refers to `file`. Six hours of speech take up 23 MB. */
export async function writePrints(
  path: string,
  file: string,
  { vectors, ...rest }: Voiceprints,
): Promise<VoicesArtifact> {
  await writeFile(path, Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength))
  return { file, ...rest, stretches: [...rest.stretches], overlaps: [...rest.overlaps] }
}

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
