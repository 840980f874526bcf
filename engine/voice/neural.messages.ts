/** What the listener and the process with the models say to each other. */
import type { Span } from '#contract/videos/analysis.ts'

export type NeuralStart = { segmentation: string; embedding: string; threads: number }
export type NeuralOrder = { wav: string; startMs: number; endMs: number }
/** Times from the beginning of the recording. One vector for each stretch, all of the same length. */
export type Heard = { stretches: Span[]; overlaps: Span[]; vectors: Float32Array[] }
export type NeuralAnswer = { ready: true } | { fault: string } | { heard: Heard }
