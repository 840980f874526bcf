import type { ExportEstimate } from '#contract/exports/exports.ts'
import { type ExportTemplate, type ExportType, templateRules } from '#contract/exports/templates.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { SentKind } from '#server/platform/http/bytes.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Db } from '#server/platform/db.ts'
import type { LocalCopy, Storage } from '#server/platform/storage.ts'
import type { FilmLink } from './film-link.ts'
import type { ExportRow } from './exports.table.ts'

export type ExportOrder = Pick<
  ExportRow,
  'firmId' | 'caseId' | 'type' | 'template' | 'title' | 'scope' | 'filters' | 'options' | 'createdBy'
>

/** Engine functions that worker/exports.ts provides, because features can't import the engine. */
export type ExportTools = {
  /** Writes a JPEG at most 640 pixels wide. Returns false if there is no frame at that time. */
  still(input: string, atMs: number, out: string, signal: AbortSignal): Promise<boolean>
  /**
   * Writes the frames in [startMs, endMs) and their audio as a deterministic MP4. Throws `Permanent` if the file or the
   * span is unusable.
   */
  cutClip(
    input: string,
    stretch: { startMs: number; endMs: number },
    out: string,
    options: { mode: 'copy-where-exact' | 'encode'; onTime?: (reachedMs: number) => void },
    signal: AbortSignal,
  ): Promise<ClipMade>
  /** Joins clips into one film, reusing finished segments in `work.folder`. Throws the same errors as `cutClip`. */
  makeReel(work: ReelWork, out: string, progress: (now: MakerProgress) => void, signal: AbortSignal): Promise<ReelMade>
  addCaptions(path: string, folder: string, cues: readonly Cue[], signal: AbortSignal): Promise<void>
  encryptPdf(input: string, out: string, password: string, signal: AbortSignal): Promise<void>
}

export type Cue = { startMs: number; endMs: number; text: string }
export type CardLine = { text: string; size: 'large' | 'plain' | 'small' }

export type ReelWork = {
  clips: readonly {
    /** `inputKey` identifies the original. Finished segments are reused only for the same original. */
    input: string
    inputKey: string
    /** Times are relative to the start of the original, as in `cues` and `mutes`. */
    startMs: number
    endMs: number
    card: readonly CardLine[]
    chapter: string
    cues: readonly Cue[]
    mutes: readonly { startMs: number; endMs: number }[]
  }[]
  opening: readonly CardLine[]
  captions: 'none' | 'burned' | 'selectable'
  timecodeBurn: boolean
  folder: string
}

export type ReelMade = {
  canvas: { width: number; height: number; rate: readonly [number, number] }
  durationMs: number
  clips: {
    atMs: number
    firstFrameMs: number | null
    lastFrameMs: number | null
    frames: number
    /** Applied gain, and the loudness (LUFS) of all clips from the same original. Null if there is no audio. */
    gainDb: number | null
    loudness: number | null
  }[]
}

export type ClipMade = {
  method: 'copied' | 'encoded'
  /** Unrounded milliseconds in the original. Null if the clip has only audio. */
  firstFrameMs: number | null
  lastFrameMs: number | null
  frames: number
  missingFrames: number
}

/**
 * Returns a path for `tools`: a local file, or a URL if the storage is remote and only a small part of the file is
 * needed. `uses` is the number of stills or clips to be made from the file. Call `release` when done.
 */
export type OpenMedia = (key: string, uses: number) => Promise<LocalCopy>

export type MakerInput = {
  db: Db
  storage: Storage
  openMedia: OpenMedia
  order: ExportOrder
  /** The requester and their permissions. Every read checks them again. */
  actor: Actor
  publicUrl: string
  /** Null means no encryption. Never logged or passed as a process argument. */
  password: string | null
  /** The film that timecodes link to, or null if they link to the review room. Keep this as secret as the password. */
  film: FilmLink | null
  folder: string
  /** Subfolder that is kept for the next attempt if the worker is killed. */
  kept: string
  tools: ExportTools
  keyFolder: string
}

export type MakerProgress = { fraction: number; step: string; secondsLeft?: number | null }

export type Made = {
  manifest: Record<string, unknown>
}

export type ExportMaker<Type extends ExportType = ExportType> = {
  type: Type
  templates: readonly ExportTemplate[]
  file(order: Pick<ExportOrder, 'template'>, isEncrypted: boolean): SentKind
  findRefusal?(input: Pick<MakerInput, 'db' | 'order' | 'actor' | 'publicUrl'>): Promise<string | null>
  estimate(input: Pick<MakerInput, 'db' | 'order' | 'actor' | 'publicUrl'>): Promise<ExportEstimate>
  /**
   * Writes the file to `out`, which must not exist yet. Throws `Permanent` if a retry can't help. The same order and
   * data produce the same bytes, unless encrypted.
   */
  make(input: MakerInput, out: string, progress: (now: MakerProgress) => void, signal: AbortSignal): Promise<Made>
}

export type Makers = readonly ExportMaker[]

const isLarge = new Set<ExportType>(['mp4', 'pack', 'archive'])

/**
 * Returns the estimated size of the file and the space needed to make it. Both are 0 for documents, because estimating
 * one takes about as long as making it.
 */
export async function estimateSpace(
  maker: ExportMaker,
  asked: Parameters<ExportMaker['estimate']>[0],
  isEncrypted: boolean,
): Promise<{ fileBytes: number; workBytes: number }> {
  if (!isLarge.has(maker.type)) return { fileBytes: 0, workBytes: 0 }
  const { bytes } = await maker.estimate(asked)
  // Clips are cut before they're packed or joined, and encryption makes another copy.
  const copies = (maker.type === 'archive' ? 1 : 2) + (isEncrypted ? 1 : 0)
  return { fileBytes: bytes, workBytes: bytes * copies }
}

export function findMaker(makers: Makers, { type, template }: Pick<ExportOrder, 'type' | 'template'>): ExportMaker {
  const maker = makers.find((each) => each.type === type && each.templates.includes(template))
  if (maker) return maker
  const message = `This installation can’t export “${templateRules[template].title}” as ${type}.`
  throw new Refusal('invalid', message, { fields: { template: message } })
}

export const getSentKind = (makers: Makers, row: Pick<ExportRow, 'type' | 'template' | 'hasPassword'>): SentKind =>
  findMaker(makers, row).file(row, row.hasPassword)
