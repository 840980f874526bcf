import type { Artifacts, PartialTurn, Span, StageName } from '#contract/videos/analysis.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'

/** Sources are attempted in this order. The engine never falls back from local to remote. */
export type Recognition = {
  /** OpenAI-compatible URL, such as `http://127.0.0.1:8080/v1`. The caller has already checked that it is allowed. */
  endpoint: { url: string; model: string; apiKey: string | null } | null
  /** Why a configured service can't be used. No other source silently replaces it. */
  refused?: string | null
  modelFolder: string | null
  allowBuiltIn?: boolean
  allowDraft: boolean
  /** Off by default because many words in a draft are wrong. */
  findingsOnDraft: boolean
}

/** User corrections about voices, which override the engine. */
export type VoiceWishes = {
  count: number | null
  named: readonly (Span & { speaker: string })[]
  /** If true, only the named voices are used. Everyone else becomes "Unidentified". */
  isClosed: boolean
  people: Readonly<Record<string, { role: SpeakerRole; jurorNumber: string | null }>>
}

export type CaseTheme = { name: string; watchWords: readonly string[] }

export type EngineOptions = {
  transcript: { path: string; name: string } | null
  recognition: Recognition
  voices?: VoiceWishes
  themes?: readonly CaseTheme[]
  /**
   * Names, places, and numbers in the case's own spelling. Recognized words that sound like one are replaced with it.
   */
  vocabulary?: readonly string[]
  threads: number
}

export type StageContext = {
  input: string
  /** File names in this folder must start with the stage's name. */
  folder: string
  options: EngineOptions
  artifact<K extends StageName>(name: K): Artifacts[K]
  signal: AbortSignal
  /** Takes a fraction from 0 to 1. Call it often: silence is treated as a hang. */
  progress(fraction: number): void
  /** Reports partial text. Later turns replace earlier turns for the same time. */
  onText?: ((turns: readonly PartialTurn[]) => void) | undefined
}

/** `enough` is aborted when the stage itself is ready to start. */
export type AheadContext = StageContext & { enough: AbortSignal }

export type Stage<K extends StageName = StageName> = {
  name: K
  /** Typical share of total time, for the progress bar. */
  weight: number
  weightFor?(options: EngineOptions): number
  /** Increment when results for the same input would change. */
  version: number
  reads: readonly StageName[]
  beside?: boolean
  /** Also waits for these stages because two tools on one disk slow each other down. */
  after?: readonly StageName[]
  /** Files are quick to rebuild, so they aren't flushed to disk. */
  scratch?: boolean
  /** Optional early work whose files `run` can use. If it fails, `run` redoes everything. */
  ahead?: { reads: readonly StageName[]; run(context: AheadContext): Promise<void> }
  /** Returns the options that the result depends on, as text. */
  dependsOn?(options: EngineOptions): string
  run(context: StageContext): Promise<Artifacts[K]>
  /** Preloads large modules while another stage's tool runs. */
  warm?(): Promise<unknown>
  /** True if the stage may take so long that preloaded modules would only occupy memory. */
  delaysWarming?(options: EngineOptions): boolean
}

/** A permanent failure. The message is shown to the user. */
export class Unprocessable extends Error {
  override readonly name = 'Unprocessable'
}

/** A failure that a retry may fix, such as a full disk. The message is shown to the user. */
export class Transient extends Error {
  override readonly name = 'Transient'
}
