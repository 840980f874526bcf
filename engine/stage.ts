import type { Artifacts, PartialTurn, Span, StageName } from '#contract/videos/analysis.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'

/** Sources are tried in this order. The engine never switches from a local source to a remote one. */
export type Recognition = {
  /** An OpenAI-compatible URL such as `http://127.0.0.1:8080/v1`. The caller has already checked that it's allowed. */
  endpoint: { url: string; model: string; apiKey: string | null } | null
  /** Why a configured service can't be used. If set, no other source is used in its place. */
  refused?: string | null
  modelFolder: string | null
  allowBuiltIn?: boolean
  allowDraft: boolean
  /** This is off by default because many words in a draft are wrong. */
  findingsOnDraft: boolean
}

export type VoiceWishes = {
  count: number | null
  named: readonly (Span & { speaker: string })[]
  isClosed: boolean
  people: Readonly<Record<string, { role: SpeakerRole; jurorNumber: string | null }>>
}

export type CaseTheme = { name: string; watchWords: readonly string[] }

export type EngineOptions = {
  transcript: { path: string; name: string } | null
  recognition: Recognition
  voices?: VoiceWishes
  themes?: readonly CaseTheme[]
  /** Names, places, and numbers as spelled in the case. If a recognized word sounds like one of them, it's replaced. */
  vocabulary?: readonly string[]
  threads: number
}

export type StageContext = {
  input: string
  /** The names of files in this folder must start with the stage's name. */
  folder: string
  options: EngineOptions
  artifact<K extends StageName>(name: K): Artifacts[K]
  signal: AbortSignal
  /** Reports a fraction from 0 to 1. Call this often, because a stage that doesn't report is treated as hung. */
  progress(fraction: number): void
  /** Reports partial text. Later turns replace earlier ones for the same time. */
  onText?: ((turns: readonly PartialTurn[]) => void) | undefined
}

/** `enough` is aborted when the stage itself can start. */
export type AheadContext = StageContext & { enough: AbortSignal }

export type Stage<K extends StageName = StageName> = {
  name: K
  /** The typical share of total time, used for the progress bar. */
  weight: number
  weightFor?(options: EngineOptions): number
  /** Increment this when the same input would give different results. */
  version: number
  reads: readonly StageName[]
  beside?: boolean
  /** The stage also waits for these stages, because two tools slow each other down when they use the same disk. */
  after?: readonly StageName[]
  /** If true, files aren't flushed to disk because they are quick to rebuild. */
  scratch?: boolean
  /** Optional early work. `run` can use its files. If it fails, `run` does all the work again. */
  ahead?: { reads: readonly StageName[]; run(context: AheadContext): Promise<void> }
  /** Returns, as text, the options that the result depends on. */
  dependsOn?(options: EngineOptions): string
  run(context: StageContext): Promise<Artifacts[K]>
  /** Preloads large modules while another stage's tool is running. */
  warm?(): Promise<unknown>
  delaysWarming?(options: EngineOptions): boolean
}

/** A permanent failure. Its message is shown to the user. */
export class Unprocessable extends Error {
  override readonly name = 'Unprocessable'
}

/** A failure that a retry may fix, such as a full disk. Its message is shown to the user. */
export class Transient extends Error {
  override readonly name = 'Transient'
}
