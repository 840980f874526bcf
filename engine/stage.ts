import type { Artifacts, PartialTurn, Span, StageName } from '#contract/videos/analysis.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'

/** Tried in this order. Never falls back from local to remote. */
export type Recognition = {
  /** OpenAI-compatible, such as `http://127.0.0.1:8080/v1`. The caller checked that the address is allowed. */
  endpoint: { url: string; model: string; apiKey: string | null } | null
  /** Why a configured service may not be used. Nothing else silently replaces it. */
  refused?: string | null
  modelFolder: string | null
  allowBuiltIn?: boolean
  allowDraft: boolean
  /** Off by default, because many words of a draft are wrong. */
  findingsOnDraft: boolean
}

/** What people said about the voices. Overrides the engine. */
export type VoiceWishes = {
  count: number | null
  named: readonly (Span & { speaker: string })[]
  /** Only the named voices speak; others become "Unidentified". */
  isClosed: boolean
  people: Readonly<Record<string, { role: SpeakerRole; jurorNumber: string | null }>>
}

export type CaseTheme = { name: string; watchWords: readonly string[] }

export type EngineOptions = {
  /** `name` comes from the user; `path` is generated. */
  transcript: { path: string; name: string } | null
  recognition: Recognition
  voices?: VoiceWishes
  themes?: readonly CaseTheme[]
  threads: number
}

export type StageContext = {
  input: string
  /** Files a stage writes here must begin with its name. */
  folder: string
  options: EngineOptions
  artifact<K extends StageName>(name: K): Artifacts[K]
  signal: AbortSignal
  /** 0 to 1. Call often: silence counts as a hang. */
  progress(fraction: number): void
  /** Partial text. Turns at the same time replace earlier ones. */
  onText?: ((turns: readonly PartialTurn[]) => void) | undefined
}

/** `enough` is aborted when the stage itself wants to start. */
export type AheadContext = StageContext & { enough: AbortSignal }

export type Stage<K extends StageName = StageName> = {
  name: K
  /** Typical share of the wall time, for the progress bar. */
  weight: number
  weightFor?(options: EngineOptions): number
  /** Increase when results for the same input would change. */
  version: number
  reads: readonly StageName[]
  /** Runs in parallel with later stages. */
  beside?: boolean
  /** Waits for these stages too, because two tools on one disk slow each other down. */
  after?: readonly StageName[]
  /** Files are quick to rebuild, so they are not flushed to disk. */
  scratch?: boolean
  /** Optional work that may start early. `run` finds the files it leaves. If it fails, the stage redoes everything. */
  ahead?: { reads: readonly StageName[]; run(context: AheadContext): Promise<void> }
  /** The options the result depends on, as text. */
  dependsOn?(options: EngineOptions): string
  run(context: StageContext): Promise<Artifacts[K]>
  /** Preloads large modules while another stage's tool is working. */
  warm?(): Promise<unknown>
}

/** A permanent failure. The message is shown to the user. */
export class Unprocessable extends Error {
  override readonly name = 'Unprocessable'
}

/** A failure that a retry may fix, such as a full disk. The message is shown to the user. */
export class Transient extends Error {
  override readonly name = 'Transient'
}
