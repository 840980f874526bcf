import type { Span } from '#contract/videos/analysis.ts'
import { askApart } from '../apart.ts'
import type { Watch } from '../silero.ts'

/** What the child is asked, once. */
export type Question = { wav: string; threads: number }

const child = {
  file: new URL('overlap.child.ts', import.meta.url),
  stopped: 'Listening for people who speak at once stopped; the machine may have run out of memory.',
}

/**
 * Spans of a 16 kHz mono WAV file in which several speak at once, half a second and longer, in order; null where the
 * network cannot run on this machine. Costs half a minute of one core for an hour of sound, and no memory for its length.
 */
export const hearOverlaps = (wav: string, threads: number, watch: Watch): Promise<Span[] | null> =>
  askApart<Span[] | null>(child, { wav, threads } satisfies Question, watch)
