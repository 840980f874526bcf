/** Who makes which type of file. The app and the worker bring the list of makers (`makers.ts`). */
import type { ExportEstimate } from '#contract/exports/exports.ts'
import { type ExportTemplate, type ExportType, templateRules } from '#contract/exports/templates.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { SentKind } from '#server/platform/http/bytes.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Db } from '#server/platform/db.ts'
import type { Storage } from '#server/platform/storage.ts'
import type { FilmLink } from './film-link.ts'
import type { ExportRow } from './exports.table.ts'

/** What is asked for: enough of the row to make the file, and to make it again. */
export type ExportOrder = Pick<
  ExportRow,
  'firmId' | 'caseId' | 'type' | 'template' | 'title' | 'scope' | 'filters' | 'options' | 'createdBy'
>

/**
 * What only the worker has, since a feature may not enter the engine. The web process estimates without it; makers that
 * need more of the engine add a function here, and worker/exports.ts brings it.
 */
export type ExportTools = {
  /** Writes the picture at a time of a video file as a JPEG no wider than 640 pixels. False where there is none. */
  still(input: string, atMs: number, out: string, signal: AbortSignal): Promise<boolean>
  /**
   * Writes every picture whose time lies in [startMs, endMs) of a video file, and the sound from the first of them on, as
   * an MP4: copied where that is exact, encoded otherwise. The same bytes each time. Throws Permanent with a sentence
   * where the file or the stretch is at fault.
   */
  cutClip(
    input: string,
    stretch: { startMs: number; endMs: number },
    out: string,
    options: { mode: 'copy-where-exact' | 'encode'; onTime?: (reachedMs: number) => void },
    signal: AbortSignal,
  ): Promise<ClipMade>
  /** One film of many clips. What was finished before a kill is taken from `work.folder`. Throws as `cutClip` does. */
  makeReel(work: ReelWork, out: string, progress: (now: MakerProgress) => void, signal: AbortSignal): Promise<ReelMade>
  /** Puts captions beside the picture of an MP4, to switch on and off; their times are those of the MP4. */
  addCaptions(path: string, folder: string, cues: readonly Cue[], signal: AbortSignal): Promise<void>
}

/** What is said, in milliseconds. */
export type Cue = { startMs: number; endMs: number; text: string }
export type CardLine = { text: string; size: 'large' | 'plain' | 'small' }

export type ReelWork = {
  clips: readonly {
    /** Path of the original, and what it is: finished work is used again only for the same. */
    input: string
    inputKey: string
    /** On the clock of the original, as cues and mutes are. */
    startMs: number
    endMs: number
    /** Of the card before it; none without lines. */
    card: readonly CardLine[]
    chapter: string
    cues: readonly Cue[]
    /** In which nothing is to be heard. */
    mutes: readonly { startMs: number; endMs: number }[]
  }[]
  /** Of the card that the film begins with; none without lines. */
  opening: readonly CardLine[]
  captions: 'none' | 'burned' | 'selectable'
  timecodeBurn: boolean
  folder: string
}

export type ReelMade = {
  canvas: { width: number; height: number; rate: readonly [number, number] }
  durationMs: number
  clips: {
    /** Where its first picture stands in the film. */
    atMs: number
    firstFrameMs: number | null
    lastFrameMs: number | null
    frames: number
    /** How its sound was raised, and the loudness (LUFS) of all clips of its original; null without sound. */
    gainDb: number | null
    loudness: number | null
  }[]
}

export type ClipMade = {
  method: 'copied' | 'encoded'
  /** Of the first and last picture, in milliseconds of the original, not rounded; null where it has sound alone. */
  firstFrameMs: number | null
  lastFrameMs: number | null
  /** Pictures in the clip, counted in what was written. */
  frames: number
  /** Pictures of the original that could not be decoded. */
  missingFrames: number
}

export type MakerInput = {
  db: Db
  storage: Storage
  order: ExportOrder
  /** Who asked for it, as they stand to the case now: every read passes the same checks as on the screens. */
  actor: Actor
  /** Of the installation, for links back to the recording; no slash at its end. */
  publicUrl: string
  /** Null where the file is not to be encrypted. Never written anywhere, and into no argument of a process. */
  password: string | null
  /** What timecodes open where it shows their moment; null for the review room alone. As secret as the password. */
  film: FilmLink | null
  /** A folder of this export alone, on the disk of the store; destroyed afterwards. */
  folder: string
  /** In it: what lies here is found again by the next attempt, where a worker was killed. */
  kept: string
  tools: ExportTools
  /** Where the installation's key is: packs and archives are signed with it. */
  keyFolder: string
}

export type MakerProgress = { fraction: number; step: string; secondsLeft?: number | null }

export type Made = {
  /** Inputs with their hashes, software, parameters: what the row keeps as its manifest. */
  manifest: Record<string, unknown>
}

export type ExportMaker<Type extends ExportType = ExportType> = {
  type: Type
  templates: readonly ExportTemplate[]
  /** The kind of file, which is also its extension; it may depend on whether it is encrypted. */
  file(order: Pick<ExportOrder, 'template'>, isEncrypted: boolean): SentKind
  /** Quick: a person waits for it. The caller has checked the scope. */
  estimate(input: Pick<MakerInput, 'db' | 'order' | 'actor' | 'publicUrl'>): Promise<ExportEstimate>
  /**
   * Writes the whole file to `out`, which does not exist yet. It is flushed and given its name by the caller, so a maker
   * may die half-way. Work that keeps a processor busy runs in a thread (thread.ts) or a process. Throws Permanent for
   * what no retry will mend. The same order on the same data gives the same bytes, unless encrypted.
   */
  make(input: MakerInput, out: string, progress: (now: MakerProgress) => void, signal: AbortSignal): Promise<Made>
}

export type Makers = readonly ExportMaker[]

/** Throws `invalid` if nobody makes it. */
export function findMaker(makers: Makers, { type, template }: Pick<ExportOrder, 'type' | 'template'>): ExportMaker {
  const maker = makers.find((each) => each.type === type && each.templates.includes(template))
  if (maker) return maker
  const message = `"${templateRules[template].title}" cannot be made as ${type} by this installation.`
  throw new Refusal('invalid', message, { fields: { template: message } })
}

/** What the file of an export is sent as. */
export const getSentKind = (makers: Makers, row: Pick<ExportRow, 'type' | 'template' | 'hasPassword'>): SentKind =>
  findMaker(makers, row).file(row, row.hasPassword)
