import { z } from 'zod'
import { Chain, Exchange, Finding } from '../findings/findings.ts'
import { speakerRoles, Transcript } from './transcript.ts'

export const stageNames = [
  'probe',
  'audio',
  'waveform',
  'thumbnails',
  'speech',
  'transcript',
  'align',
  'voices',
  'speakers',
  'exchanges',
  'findings',
  'summary',
  'proxy',
] as const
export type StageName = (typeof stageNames)[number]

export const stageTitles: Record<StageName, string> = {
  probe: 'Media check',
  audio: 'Audio',
  waveform: 'Waveform',
  thumbnails: 'Thumbnails',
  speech: 'Speech detection',
  transcript: 'Transcript',
  align: 'Timing',
  voices: 'Voices',
  speakers: 'Speakers',
  exchanges: 'Questions and answers',
  findings: 'Findings',
  summary: 'Summary',
  proxy: 'Web video',
}

export const StageProgress = z.object({
  name: z.enum(stageNames),
  state: z.enum(['waiting', 'running', 'done', 'kept']),
  seconds: z.number().nullable(),
  secondsLeft: z.number().nullable(),
})
export type StageProgress = z.infer<typeof StageProgress>

/** Words that were recognized before the analysis finished. Their speakers aren't known yet. */
export const PartialTurn = z.object({ startMs: z.int().min(0), endMs: z.int().min(0), text: z.string() })
export type PartialTurn = z.infer<typeof PartialTurn>

export const Probe = z.object({
  container: z.string(),
  durationMs: z.int().min(0),
  sizeBytes: z.int().min(0),
  video: z
    .object({
      codec: z.string(),
      profile: z.string().nullable(),
      pixelFormat: z.string().nullable(),
      width: z.int(),
      height: z.int(),
      /** A numerator and denominator. For example, 30000/1001 is [30000, 1001]. */
      frameRate: z.tuple([z.int(), z.int()]),
      rotation: z.int(),
      streamIndex: z.int(),
    })
    .nullable(),
  audio: z
    .object({
      codec: z.string(),
      channels: z.int(),
      sampleRate: z.int(),
      streamIndex: z.int(),
      startMs: z.int(),
      isFirst: z.boolean().optional(),
    })
    .nullable(),
  captions: z.array(z.object({ streamIndex: z.int(), codec: z.string(), language: z.string().nullable() })),
  playsInBrowser: z.boolean(),
})
export type Probe = z.infer<typeof Probe>

/** A WAV file (16 kHz, mono, 16-bit PCM) on the container's clock. `file` is null if there is no audio. */
export const AudioArtifact = z.object({
  file: z.string().nullable(),
  durationMs: z.int(),
  sampleRate: z.literal(16_000),
})
export type AudioArtifact = z.infer<typeof AudioArtifact>

/** `file` contains the minimum and maximum of each bucket as signed bytes (-127 to 127). */
export const Waveform = z.object({ file: z.string().nullable(), bucketsPerSecond: z.number(), buckets: z.int() })
export type Waveform = z.infer<typeof Waveform>

export const Thumbnails = z.object({
  poster: z.string().nullable(),
  sprite: z
    .object({
      file: z.string(),
      columns: z.int(),
      rows: z.int(),
      tileWidth: z.int(),
      tileHeight: z.int(),
      intervalMs: z.int(),
      count: z.int(),
    })
    .nullable(),
})
export type Thumbnails = z.infer<typeof Thumbnails>

export const Span = z.object({ startMs: z.int(), endMs: z.int() })
export type Span = z.infer<typeof Span>

export const SpeechActivity = z.object({
  /** `energy` is used if Silero fails to load. */
  detector: z.enum(['silero', 'energy', 'none']),
  regions: z.array(Span),
  speechMs: z.int(),
})
export type SpeechActivity = z.infer<typeof SpeechActivity>

/** Voice features from a single pass over the audio. `file` has `width` 32-bit floats for each entry in `stretches`. */
export const VoicesArtifact = z.object({
  /** `spectrum` uses mel cepstra computed from this recording. `embedding` uses a neural model. */
  kind: z.enum(['spectrum', 'embedding', 'none']),
  model: z.string().nullable(),
  file: z.string().nullable(),
  width: z.int(),
  stretches: z.array(Span),
  overlaps: z.array(Span),
  overlapsHeard: z.boolean().optional(),
  mixture: z
    .object({ weights: z.array(z.number()), means: z.array(z.number()), variances: z.array(z.number()) })
    .nullable(),
})
export type VoicesArtifact = z.infer<typeof VoicesArtifact>

export const Speaker = z.object({
  label: z.string(),
  displayName: z.string(),
  role: z.enum(speakerRoles),
  jurorNumber: z.string().nullable(),
  turns: z.int(),
  words: z.int(),
  talkMs: z.int().nullable(),
  spans: z.array(Span),
})
export type Speaker = z.infer<typeof Speaker>
export const speakerMethods = ['transcript', 'voices', 'none'] as const
export const SpeakersArtifact = z.object({
  method: z.enum(speakerMethods),
  speakers: z.array(Speaker),
  overlaps: z.array(Span).optional(),
  hearsOverlaps: z.boolean().optional(),
  /** The best voice for each unlabeled turn. `margin` is the difference between the best and second-best scores. */
  turnVoices: z
    .array(
      z.object({
        turn: z.int(),
        label: z.string(),
        margin: z.number().nullable(),
        isSaid: z.boolean().optional(),
      }),
    )
    .optional(),
  /** The roles and juror numbers that users assigned to transcript labels. */
  people: z.record(z.string(), z.object({ role: z.enum(speakerRoles), jurorNumber: z.string().nullable() })).optional(),
})
export type SpeakersArtifact = z.infer<typeof SpeakersArtifact>

export const sentiments = ['positive', 'negative', 'mixed', 'neutral'] as const

export const Summary = z.object({
  language: z.string().nullable(),
  /** Describes how jurors word their answers, not how they feel. */
  sentiment: z.enum(sentiments).nullable(),
  keyPhrases: z.array(z.string()),
  topics: z.array(z.string()),
  themes: z.array(z.object({ name: z.string(), mentions: z.int() })).optional(),
  speakerCount: z.int(),
  confidence: z.number().nullable(),
  wordCount: z.int(),
})
export type Summary = z.infer<typeof Summary>

export const Proxy = z.object({ file: z.string().nullable(), reason: z.string() })
export type Proxy = z.infer<typeof Proxy>

export const FindingsArtifact = z.object({
  engineVersion: z.string(),
  findings: z.array(Finding),
  chains: z.array(Chain).optional(),
  /** Low-severity findings that only the classifier detected. They are never included in lists, counts, or exports. */
  possible: z.array(Finding).optional(),
  skipped: z.string().nullable(),
})
export type FindingsArtifact = z.infer<typeof FindingsArtifact>

export const artifacts = {
  probe: Probe,
  audio: AudioArtifact,
  waveform: Waveform,
  thumbnails: Thumbnails,
  speech: SpeechActivity,
  transcript: Transcript,
  align: Transcript,
  voices: VoicesArtifact,
  speakers: SpeakersArtifact,
  exchanges: z.array(Exchange),
  findings: FindingsArtifact,
  summary: Summary,
  proxy: Proxy,
} as const satisfies Record<StageName, z.ZodType>
export type Artifacts = { [K in StageName]: z.infer<(typeof artifacts)[K]> }

export const AnalysisDocument = z.object({
  schema: z.literal('venire.analysis/1'),
  engineVersion: z.string(),
  file: z.object({ name: z.string(), sizeBytes: z.int(), sha256: z.string() }),
  probe: Probe,
  waveform: Waveform,
  thumbnails: Thumbnails,
  speech: SpeechActivity,
  transcript: Transcript,
  speakers: SpeakersArtifact,
  exchanges: z.array(Exchange),
  findings: FindingsArtifact,
  summary: Summary,
  proxy: Proxy,
  stages: z.array(z.object({ name: z.enum(stageNames), seconds: z.number() })),
})
export type AnalysisDocument = z.infer<typeof AnalysisDocument>
