import type { Span } from '#contract/videos/analysis.ts'
import type { TranscriptSource, Word } from '#contract/videos/transcript.ts'

/** A chunk ends at a silence after the shortest length. It never exceeds the longest length. */
export type Limits = { longestMs: number; shortestMs: number }

/** `wav` is a 16 kHz mono 16-bit PCM file, cut at silences. */
export type Chunk = Span & {
  wav: string
  regions: readonly Span[]
}

/** Times are on the recording's clock. Words don't contain whitespace. */
export type Heard = { words: Word[] }

export type Transcriber = {
  /** Identifies the model so results from different models are never mixed. */
  id: string
  source: Extract<TranscriptSource, 'endpoint' | 'local_model' | 'draft'>
  reason: string
  concurrency: number
  limits?: Limits
  /** Throws `Unprocessable`, `Transient`, or the signal's reason. Must enforce its own time limit. */
  transcribe(chunk: Chunk, work: { folder: string; signal: AbortSignal }): Promise<Heard>
  close(): Promise<void>
}
