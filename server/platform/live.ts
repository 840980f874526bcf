import type { Noun } from '#contract/endpoint.ts'

/** Contains no data, so clients refetch. `from` identifies the browser tab that already shows the change. */
export type Touch = { firmId: string; nouns: readonly Noun[]; from?: string }

export type Live = {
  /** Call this after the commit. */
  publish(touch: Touch): void
  subscribe(firmId: string, listener: (nouns: readonly Noun[], from?: string) => void): () => void
  close(): Promise<void>
}
