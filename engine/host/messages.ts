import type { PartialTurn, StageName } from '#contract/videos/analysis.ts'
import type { Progress } from '../progress.ts'
import type { EngineOptions } from '../stage.ts'

export type Order = {
  pipeline: string
  input: string
  folder: string
  options: EngineOptions
  inputId?: string | null | undefined
  redoFrom?: StageName | null | undefined
  requires?: StageName | null | undefined
  /** If true, the child exits unless the parent keeps renewing its claim. */
  isWatched?: boolean
}

export type Report =
  | { type: 'progress'; progress: Progress }
  | { type: 'text'; turns: readonly PartialTurn[] }
  | { type: 'stale' }
  | { type: 'done'; stages: readonly StageName[] }
  | { type: 'failed'; stage: StageName; reason: string; permanent: boolean; detail: string }
