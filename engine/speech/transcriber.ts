import type { Span } from '#contract/videos/analysis.ts'
import type { TranscriptSource, Word } from '#contract/videos/transcript.ts'

/** Chunks end at a silence after the shortest length, and never last longer than the longest. */
export type Limits = { longestMs: number; shortestMs: number }

/** WAV file with 16 kHz mono 16-bit PCM, cut at silences. */
export type Chunk = Span & {
  wav: string
  regions: readonly Span[]
}

/** Times are on the recording's clock. Words contain no whitespace. */
export type Heard = { words: Word[] }

export type Transcriber = {
  /** Identifies the model, so results from different models never mix. */
  id: string
  source: Extract<TranscriptSource, 'endpoint' | 'local_model' | 'draft'>
  reason: string
  concurrency: number
  /** Lengths of a chunk if the usual ones take too much memory. */
  limits?: Limits
  /** Throws `Unprocessable`, `Transient`, or the signal's reason. Must enforce its own time limit. */
  transcribe(chunk: Chunk, work: { folder: string; signal: AbortSignal }): Promise<Heard>
  close(): Promise<void>
}
