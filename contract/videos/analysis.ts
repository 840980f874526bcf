/** The analysis of a video: its stages, its artifacts and what `analysis.json` holds. */
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

/** How each stage is called on screens and in failure sentences. */
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

/** How far one stage of a run is. `kept`: what an earlier run made was used again. */
export const StageProgress = z.object({
  name: z.enum(stageNames),
  state: z.enum(['waiting', 'running', 'done', 'kept']),
  /** Seconds that it has run, or ran; null before it began. */
  seconds: z.number().nullable(),
  /** Null where nothing can be said yet, and once it is done. */
  secondsLeft: z.number().nullable(),
})
export type StageProgress = z.infer<typeof StageProgress>

/** Words recognised in a stretch of the recording while the rest is still being listened to; nobody is named yet. */
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
      /** Exact rational, for frame steps: 30000/1001 is [30000, 1001]. */
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
      /** Of all sound tracks; absent in analyses made before it was kept. */
      isFirst: z.boolean().optional(),
    })
    .nullable(),
  captions: z.array(z.object({ streamIndex: z.int(), codec: z.string(), language: z.string().nullable() })),
  /** Whether every current browser plays the original as it is. */
  playsInBrowser: z.boolean(),
})
export type Probe = z.infer<typeof Probe>

/** 16 kHz mono signed 16-bit PCM with a WAV header, on the container's clock; null without an audio track. */
export const AudioArtifact = z.object({
  file: z.string().nullable(),
  durationMs: z.int(),
  sampleRate: z.literal(16_000),
})
export type AudioArtifact = z.infer<typeof AudioArtifact>

/** Peaks from -1 to 1 as signed bytes (-127 to 127), two per bucket (min, max), in a binary file. */
export const Waveform = z.object({ file: z.string().nullable(), bucketsPerSecond: z.number(), buckets: z.int() })
export type Waveform = z.infer<typeof Waveform>

export const Thumbnails = z.object({
  poster: z.string().nullable(),
  /** One JPEG of equal tiles, left to right, top to bottom. */
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
  /** Which detector was used: Silero where it loads, else an adaptive energy threshold. */
  detector: z.enum(['silero', 'energy', 'none']),
  regions: z.array(Span),
  speechMs: z.int(),
})
export type SpeechActivity = z.infer<typeof SpeechActivity>

/** What one listening leaves of the voices; `file` holds `width` 32-bit numbers for each stretch. */
export const VoicesArtifact = z.object({
  /** `spectrum`: by mel cepstra, learned from this recording. `embedding`: by a neural model. */
  kind: z.enum(['spectrum', 'embedding', 'none']),
  model: z.string().nullable(),
  file: z.string().nullable(),
  width: z.int(),
  stretches: z.array(Span),
  /** Several voices at once. */
  overlaps: z.array(Span),
  /** Whether the sound was listened to for them. Absent in analyses made before this was kept. */
  overlapsHeard: z.boolean().optional(),
  mixture: z
    .object({ weights: z.array(z.number()), means: z.array(z.number()), variances: z.array(z.number()) })
    .nullable(),
})
export type VoicesArtifact = z.infer<typeof VoicesArtifact>

export const Speaker = z.object({
  /** Matches Turn.speaker. */
  label: z.string(),
  /** What a person reads: "The Court", "Juror 12". */
  displayName: z.string(),
  role: z.enum(speakerRoles),
  jurorNumber: z.string().nullable(),
  turns: z.int(),
  words: z.int(),
  talkMs: z.int().nullable(),
  spans: z.array(Span),
})
export type Speaker = z.infer<typeof Speaker>
/** Whether the labels are the transcript's, or of voices told apart by ear. */
export const speakerMethods = ['transcript', 'voices', 'none'] as const
export const SpeakersArtifact = z.object({
  method: z.enum(speakerMethods),
  speakers: z.array(Speaker),
  /** Where several speak at once; nobody's. Absent in analyses made before they were kept. */
  overlaps: z.array(Span).optional(),
  /** Whether the sound was listened to for several at once. Absent as above. */
  hearsOverlaps: z.boolean().optional(),
  /** The voice of each turn that the transcript gives to nobody; `margin` is how much better it fits than the next. */
  turnVoices: z
    .array(
      z.object({
        turn: z.int(),
        label: z.string(),
        margin: z.number().nullable(),
        /** A person said whose turn it is. */
        isSaid: z.boolean().optional(),
      }),
    )
    .optional(),
})
export type SpeakersArtifact = z.infer<typeof SpeakersArtifact>

export const sentiments = ['positive', 'negative', 'mixed', 'neutral'] as const

export const Summary = z.object({
  language: z.string().nullable(),
  /** Of the wording of the jurors' answers; never of a feeling. */
  sentiment: z.enum(sentiments).nullable(),
  keyPhrases: z.array(z.string()),
  /** Themes of the case first, then topics of any voir dire. */
  topics: z.array(z.string()),
  /** Themes of the case that were spoken of, and how often; those most spoken of first. */
  themes: z.array(z.object({ name: z.string(), mentions: z.int() })).optional(),
  speakerCount: z.int(),
  /** Mean word confidence of the transcript, 0 to 1; null where the source gives none. */
  confidence: z.number().nullable(),
  wordCount: z.int(),
})
export type Summary = z.infer<typeof Summary>

/** Which file a browser plays: the original, or a proxy made from it. */
export const Proxy = z.object({ file: z.string().nullable(), reason: z.string() })
export type Proxy = z.infer<typeof Proxy>

export const FindingsArtifact = z.object({
  engineVersion: z.string(),
  findings: z.array(Finding),
  /** Absent in analyses made before chains were kept. */
  chains: z.array(Chain).optional(),
  skipped: z.string().nullable(),
})
export type FindingsArtifact = z.infer<typeof FindingsArtifact>

/** The result of every stage; `align` answers the transcript again, with times. */
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

/** `analysis.json` of `venire analyze`. File names are relative to its folder. */
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
