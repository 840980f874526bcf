import type { PartialTurn, StageName } from '#contract/videos/analysis.ts'
import type { Progress } from '../progress.ts'
import type { EngineOptions } from '../stage.ts'

/** What the parent asks of the child process, once. */
export type Order = {
  /** URL of the module that exports `stages`. */
  pipeline: string
  input: string
  folder: string
  options: EngineOptions
  inputId?: string | null | undefined
  redoFrom?: StageName | null | undefined
}

/** What the child tells. Results are not among it: they lie in the work folder. */
export type Report =
  | { type: 'progress'; progress: Progress }
  | { type: 'text'; turns: readonly PartialTurn[] }
  | { type: 'done'; stages: readonly StageName[] }
  | { type: 'failed'; stage: StageName; reason: string; permanent: boolean; detail: string }
