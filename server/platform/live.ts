import type { Noun } from '#contract/endpoint.ts'

/** Contains no data, so clients refetch. */
export type Touch = { firmId: string; nouns: readonly Noun[] }

export type Live = {
  /** Call this after the commit. */
  publish(touch: Touch): void
  subscribe(firmId: string, listener: (nouns: readonly Noun[]) => void): () => void
  close(): Promise<void>
}
