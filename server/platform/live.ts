import type { Noun } from '#contract/endpoint.ts'

/** Carries no content. Clients refetch. */
export type Touch = { firmId: string; nouns: readonly Noun[] }

export type Live = {
  /** Call after commit. */
  publish(touch: Touch): void
  /** Returns the unsubscribe function. */
  subscribe(firmId: string, listener: (nouns: readonly Noun[]) => void): () => void
  close(): Promise<void>
}
