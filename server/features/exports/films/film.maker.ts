import { exportSpecs } from '#contract/exports/templates.ts'
import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { Permanent } from '#server/platform/queue.ts'
import { gather, type Gathered, chooseHighlights, type Placed } from '../documents/content/gather.ts'
import { buildManifest, buildDocument } from '../documents/content/cover.ts'
import type { ExportMaker, MakerInput, MakerProgress, ReelWork, CardLine } from '../core/maker.ts'
import { runInThread } from '../core/thread.ts'
import type { FilmWork } from './film.thread.ts'
import { cleanText, timecode, toWords } from '../documents/content/clean.ts'
import { readTranscript, readSpeech } from '../documents/content/transcript.ts'
import { type Original, openOriginals } from '../documents/content/recordings.ts'

/** A longer reel could exceed the job timeout on a slow machine. */
const maxHours = 3
const card = { each: 3, opening: 6 } as const
/** Estimate for people talking on camera at 1280 × 720 with audio. */
const bytesPerSecond = 260_000

const nothing = 'No highlights with timecodes match your selection. Confirm some or change the filters.'

export const filmMaker: ExportMaker<'mp4'> = {
  type: 'mp4',
  templates: exportSpecs.mp4.templates,
  file: (_order, isEncrypted) => (isEncrypted ? 'zip' : 'mp4'),

  async estimate(asked) {
    const gathered = await gather(asked)
    const { clips, untimed } = await planFilm(gathered)
    const { template, options } = asked.order
    const isReel = template === 'highlight_reel'
    const cut = clips.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 1000, 0)
    const cards = isReel && options.titleCards && clips.length > 0 ? card.opening + clips.length * card.each : 0
    const seconds = Math.round((cut + cards) * 10) / 10
    return {
      pages: null,
      rows: null,
      seconds,
      bytes: Math.round(seconds * bytesPerSecond),
      items: clips.length,
      warnings: [
        ...(clips.length === 0 ? [nothing] : []),
        ...(untimed > 0
          ? [`${untimed} ${untimed === 1 ? 'highlight has' : 'highlights have'} no timecode and can’t be included.`]
          : []),
        ...(seconds > maxHours * 3600 ? [tooLong(seconds)] : []),
        'Faces and voices aren’t altered. Redacted names are muted where the transcript contains them.',
      ],
    }
  },

  async make(input, out, progress, signal) {
    progress({ fraction: 0, step: 'Reading' })
    const { order, password, folder } = input
    const gathered = await gather(input)
    const plan = await planFilm({ ...gathered, openFile: input.openMedia })
    try {
      if (plan.clips.length === 0) throw new Permanent(nothing)
      const seconds = plan.clips.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 1000, 0)
      if (seconds > maxHours * 3600) throw new Permanent(tooLong(seconds))
      const path = password === null ? out : join(folder, 'plain')
      const work = await buildReel(gathered, plan, input.kept)
      const isOne = order.template === 'highlight_clip'
      const clips = isOne
        ? await makeClip(input, work, path, progress, signal)
        : await makeReel(input, work, path, progress, signal)
      if (password !== null) {
        progress({ fraction: 0.96, step: 'Encrypting' })
        const sealing: FilmWork = { path, name: isOne ? 'clip.mp4' : 'reel.mp4', password, out }
        await runInThread(new URL('./film.thread.ts', import.meta.url), sealing, () => {}, signal)
        await rm(path)
      }
      return { manifest: buildFilmManifest(gathered, plan, work, clips) }
    } finally {
      for (const original of plan.originals) await original.release()
    }
  },
}

type Progress = (now: MakerProgress) => void
type ClipFacts = Record<string, unknown>[]

async function makeReel({ tools }: MakerInput, work: ReelWork, path: string, progress: Progress, signal: AbortSignal) {
  const { clips, canvas, durationMs } = await tools.makeReel(
    work,
    path,
    (now) => progress({ ...now, fraction: now.fraction * 0.95 }),
    signal,
  )
  return clips.map((each): ClipFacts[number] => ({ ...each, method: 'encoded', canvas, reelMs: durationMs }))
}

/** A single clip is copied without re-encoding if it can be cut exactly and nothing is overlaid or muted. */
async function makeClip(
  { tools, folder }: MakerInput,
  work: ReelWork,
  path: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<ClipFacts> {
  const [clip] = work.clips
  if (!clip) throw new Permanent(nothing)
  if (work.captions === 'burned' || work.timecodeBurn || clip.mutes.length > 0) {
    const plain = { ...work, clips: [{ ...clip, card: [] }], opening: [] }
    const { clips } = await tools.makeReel(plain, path, progress, signal)
    return clips.map((each) => ({ ...each, method: 'encoded' }))
  }
  const length = clip.endMs - clip.startMs
  const onTime = (ms: number) => progress({ fraction: Math.min(0.9, ms / length), step: 'Cutting the clip' })
  const made = await tools.cutClip(clip.input, clip, path, { mode: 'copy-where-exact', onTime }, signal)
  if (work.captions === 'selectable') {
    const begin = made.firstFrameMs ?? clip.startMs
    const cues = clip.cues
      .filter(({ startMs, endMs }) => endMs > begin && startMs < clip.endMs)
      .map(({ text, startMs, endMs }) => ({
        text,
        startMs: Math.max(0, startMs - begin),
        endMs: Math.min(endMs, clip.endMs) - begin,
      }))
    await tools.addCaptions(path, folder, cues, signal)
  }
  return [made]
}

/** Lists muted spans, but no local paths. `core/film-link.ts` reads the clip times. */
function buildFilmManifest(
  { order }: Gathered,
  plan: FilmPlan,
  work: ReelWork,
  made: ClipFacts,
): Record<string, unknown> {
  const clips = plan.clips.map(({ highlights, original, startMs, endMs }, at) => ({
    highlightIds: highlights.map(({ highlight }) => highlight.id),
    videoId: original.videoId,
    sha256: original.sha256,
    startMs,
    endMs,
    silenced: work.clips[at]?.mutes ?? [],
    ...made[at],
  }))
  const content = { ...work, folder: '', clips: work.clips.map((clip) => ({ ...clip, input: '' })) }
  const inputs = plan.originals.map(({ videoId, sha256 }) => ({ videoId, sha256 }))
  return { ...buildManifest(order, content, { clips: clips.length }, inputs), clips }
}

const tooLong = (seconds: number): string =>
  `The video would run ${(seconds / 3600).toFixed(1)} hours. The limit is ${maxHours}. Choose fewer highlights or less time before and after.`

export type PlannedClip = {
  highlights: Placed[]
  original: Original
  /** Times are relative to the start of the original and include the context before and after. */
  startMs: number
  endMs: number
}

export type FilmPlan = { clips: PlannedClip[]; unconfirmed: number; untimed: number; originals: Original[] }

export async function planFilm(gathered: Gathered & Parameters<typeof openOriginals>[0]): Promise<FilmPlan> {
  const { options, filters, template } = gathered.order
  const { chosen, unconfirmed } = await chooseHighlights(gathered)
  const timed = chosen.filter(({ highlight: { start, end } }) => start !== null && end !== null)
  const originals = await openOriginals(gathered, timed)
  const sorted = sortHighlights(timed, options.reelOrder, filters.highlightIds)
  const clips: PlannedClip[] = []
  for (const placed of sorted) {
    const { videoId, start, end, juror } = placed.highlight
    const original = originals.find((each) => each.videoId === videoId)
    if (!original) continue
    const contextMs = options.contextSeconds * 1000
    const startMs = Math.max(0, Math.round(start! * 1000 - contextMs))
    const endMs = Math.min(original.durationMs ?? Infinity, Math.round(end! * 1000 + contextMs))
    if (endMs <= startMs) continue
    const before = clips.at(-1)
    // Merges overlapping clips of the same juror so that no answer is shown twice.
    if (
      before &&
      options.reelOrder !== 'picked' &&
      before.original === original &&
      startMs <= before.endMs &&
      before.highlights[0]!.highlight.juror?.number === juror?.number
    ) {
      before.highlights.push(placed)
      before.endMs = Math.max(before.endMs, endMs)
    } else clips.push({ highlights: [placed], original, startMs, endMs })
  }
  const used = template === 'highlight_clip' ? clips.slice(0, 1) : clips
  return { clips: used, unconfirmed, untimed: chosen.length - timed.length, originals }
}

function sortHighlights(chosen: readonly Placed[], order: string, ids: readonly string[]): Placed[] {
  if (order === 'picked') return chosen.toSorted((a, b) => ids.indexOf(a.highlight.id) - ids.indexOf(b.highlight.id))
  if (order !== 'juror') return [...chosen]
  const key = ({ highlight: { juror } }: Placed) => juror?.number ?? '\uFFFF'
  return chosen.toSorted((a, b) => key(a).localeCompare(key(b), 'en', { numeric: true }))
}

export async function buildReel(
  gathered: Gathered,
  { clips, unconfirmed }: FilmPlan,
  folder: string,
): Promise<ReelWork> {
  const { db, order, redact } = gathered
  const { options } = order
  const spoken = new Map(
    (await readTranscript(gathered)).map((film) => [
      film.videoId,
      new Map(film.spoken.map(({ index, speaker }) => [index, speaker])),
    ]),
  )
  const made: ReelWork['clips'][number][] = []
  for (const clip of clips) {
    const { original, startMs, endMs } = clip
    const { videoId, sha256, path } = original
    const said = await readSpeech(db, redact, spoken.get(videoId) ?? new Map(), { videoId, startMs, endMs })
    const { large, about, place } = toTitle(gathered, clip)
    made.push({
      input: path,
      inputKey: sha256,
      startMs,
      endMs,
      card: options.titleCards
        ? [
            { text: large, size: 'large' },
            { text: about, size: 'plain' },
            { text: original.filename, size: 'plain' },
            { text: place, size: 'plain' },
          ]
        : [],
      chapter: `${large}, ${timecode(startMs)}`,
      ...said,
    })
  }
  const { captions, timecodeBurn } = options
  return {
    clips: made,
    opening: options.titleCards ? buildOpening(gathered, unconfirmed) : [],
    captions,
    timecodeBurn,
    folder,
  }
}

function toTitle({ redact }: Gathered, { highlights, startMs, endMs }: PlannedClip) {
  const { highlight, seen } = highlights[0]!
  const { juror, speaker, page, line } = highlight
  const name = juror ? redact.name({ displayName: juror.name }) : null
  const kinds = [...new Set(highlights.map((each) => toWords(each.highlight.type)))].join(', ')
  const isOpen = highlights.some((each) => each.highlight.status === 'suggested')
  return {
    large: juror
      ? `Juror ${redact.text(juror.number)}${name ? `, ${name}` : ''}`
      : redact.text(speaker ?? 'Unknown speaker'),
    about: [kinds, redact.text(seen.session.name), ...(isOpen ? ['suggested, not confirmed'] : [])].join(' · '),
    place: [
      `${exact(startMs)} to ${exact(endMs)}`,
      ...(page === null ? [] : [line === null ? `page ${page}` : `page ${page}, line ${line}`]),
    ].join(' · '),
  }
}

const exact = (ms: number): string => `${timecode(ms)}.${String(Math.floor(ms) % 1000).padStart(3, '0')}`

function buildOpening(gathered: Gathered, unconfirmed: number): CardLine[] {
  const { title, subtitle, notices } = buildDocument(gathered, { blocks: [], changed: [], unconfirmed })
  const { inCase } = gathered.subject
  const of = [inCase?.title, inCase?.caseNumber].filter(Boolean).join(', ')
  return [
    { text: title, size: 'large' },
    { text: subtitle, size: 'plain' },
    ...(of ? [{ text: gathered.redact.text(of), size: 'plain' } as const] : []),
    { text: cleanText(notices.join(' ')), size: 'small' },
  ]
}
