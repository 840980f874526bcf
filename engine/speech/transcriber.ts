import type { Span } from '#contract/videos/analysis.ts'
import type { TranscriptSource, Word } from '#contract/videos/transcript.ts'

/** A stretch of the recording to be written down: 16 kHz mono 16-bit PCM in a WAV file, cut at silences. */
export type Chunk = Span & {
  wav: string
  /** Where somebody speaks in it; a maker may leave out the rest. */
  regions: readonly Span[]
}

/** What a maker answers for a chunk. Times are of the recording, not of the chunk; a word holds no white space. */
export type Heard = { words: Word[] }

/** The port that every recogniser implements; `transcriber.suite.ts` is what it must pass. */
export type Transcriber = {
  /** Names the maker and its model: results under another name are never mixed into a transcript. */
  id: string
  source: Extract<TranscriptSource, 'endpoint' | 'local_model' | 'draft'>
  /** One sentence for the user: what writes down, and where. */
  reason: string
  /** How many chunks it may be given at once. */
  concurrency: number
  /**
   * Throws `Unprocessable` where no retry helps, `Transient` where one may, and the signal's reason when aborted. May
   * write files of its own into `folder`. Must come to an end by itself: it sets its own time limit.
   */
  transcribe(chunk: Chunk, work: { folder: string; signal: AbortSignal }): Promise<Heard>
  /** Lets go of processes and memory. */
  close(): Promise<void>
}
