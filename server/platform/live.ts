import type { Noun } from '#contract/endpoint.ts'

/** Nouns a committed change has touched, for the people of one firm. Carries no content: a client refetches what it shows. */
export type Touch = { firmId: string; nouns: readonly Noun[] }

export type Live = {
  /** Announce after commit. */
  publish(touch: Touch): void
  /** Returns the function that ends the subscription. */
  subscribe(firmId: string, listener: (nouns: readonly Noun[]) => void): () => void
  close(): Promise<void>
}
