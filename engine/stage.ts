import type { Artifacts, PartialTurn, Span, StageName } from '#contract/videos/analysis.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'

/** Where speech recognition may happen; tried in this order, never silently from local to remote. */
export type Recognition = {
  /** An OpenAI-compatible service, e.g. `http://127.0.0.1:8080/v1`. Whether its address is allowed was decided by the caller. */
  endpoint: { url: string; model: string; apiKey: string | null } | null
  /** Why a configured service may not be used, as a sentence: then nothing else steps in for it unseen. */
  refused?: string | null
  /** Folder with sherpa-onnx model files. */
  modelFolder: string | null
  /** May the small recogniser that comes with the program write what no better one writes? No, unless said. */
  allowBuiltIn?: boolean
  /** May PocketSphinx write a labelled draft when nothing better is there? */
  allowDraft: boolean
  /** Findings on a draft are off unless asked for: many of its words are wrong. */
  findingsOnDraft: boolean
}

/** What people said about the voices of a recording. It stands above what the engine finds. */
export type VoiceWishes = {
  /** How many people speak, where somebody said so. */
  count: number | null
  /** Stretches whose voice a person named. */
  named: readonly (Span & { speaker: string })[]
  /** Nobody speaks but the named voices: what fits none of them is "Unidentified". */
  isClosed: boolean
  /** The role, and where it is a juror the number, of each voice that a person gave one. */
  people: Readonly<Record<string, { role: SpeakerRole; jurorNumber: string | null }>>
}

/** A theme of the case: what to watch for in what is said. */
export type CaseTheme = { name: string; watchWords: readonly string[] }

export type EngineOptions = {
  /** A transcript the user attached; `name` is the user's and only data, `path` is ours. */
  transcript: { path: string; name: string } | null
  recognition: Recognition
  voices?: VoiceWishes
  /** None where the video stands in no case. */
  themes?: readonly CaseTheme[]
  /** Threads for the CPU-heavy parts. */
  threads: number
}

/** What a stage is given, and all that it may use. */
export type StageContext = {
  /** The video or audio file, under a generated name, alone in its folder. */
  input: string
  /** The work folder; a stage writes its own files here, under names that begin with its own name. */
  folder: string
  options: EngineOptions
  /** Result of an earlier stage. */
  artifact<K extends StageName>(name: K): Artifacts[K]
  signal: AbortSignal
  /** Fraction of this stage, 0 to 1. Call it often: silence is taken for a hang. */
  progress(fraction: number): void
  /** Words that may be read before the stage is done; those of the same moment replace each other. */
  tell?: ((turns: readonly PartialTurn[]) => void) | undefined
}

/** Of work that is done ahead of its stage. `enough` is aborted when the stage itself wants to begin. */
export type AheadContext = StageContext & { enough: AbortSignal }

/** A stage is a pure step from earlier artifacts (and the input) to its own artifact. */
export type Stage<K extends StageName = StageName> = {
  name: K
  /** Its usual share of the wall time of a video with an attached transcript, for the progress bar. */
  weight: number
  /** The share where the options make another one of it: recognition takes most of the time, reading a file none. */
  weightFor?(options: EngineOptions): number
  /** Raised when the result for the same input would change, so that old artifacts are made anew. */
  version: number
  /** Artifacts it reads: a changed one makes this one stale. */
  reads: readonly StageName[]
  /** Its work is done by tools, and little reads it: it may run next to the stages that stand after what it reads. */
  beside?: boolean
  /** A stage beside waits for these too, although it reads nothing of them: two tools at one disk slow each other. */
  after?: readonly StageName[]
  /** Its files serve later stages alone and are made again in seconds, so nobody waits until they are on the disk. */
  scratch?: boolean
  /**
   * Work that may begin before what the stage reads is there, next to the stages before it: it leaves files in the folder
   * that `run` finds. Its failure is no failure of the run: the stage does all of it again.
   */
  ahead?: { reads: readonly StageName[]; run(context: AheadContext): Promise<void> }
  /** The part of the options that its result depends on, as text; a change makes its artifact stale. */
  dependsOn?(options: EngineOptions): string
  run(context: StageContext): Promise<Artifacts[K]>
  /** Loads what is large and needed late: called while a process of another stage is at work and this one would wait. */
  warm?(): Promise<unknown>
}

/** A failure that no retry will mend; the sentence is shown to the user with the stage it happened in. */
export class Unprocessable extends Error {
  override readonly name = 'Unprocessable'
}

/** A failure that a retry may mend (a full disk, a missing program); the sentence is shown to the user likewise. */
export class Transient extends Error {
  override readonly name = 'Transient'
}
