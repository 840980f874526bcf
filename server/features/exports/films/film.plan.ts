import { documentOf } from '../documents/content/cover.ts'
import { cleanText, timecode, wordsOf } from '../documents/content/clean.ts'
import { type Gathered, highlightsOf, type Placed } from '../documents/content/gather.ts'
import { transcriptOf } from '../documents/content/transcript.ts'
import type { CardLine, ReelWork } from '../core/maker.ts'
import { type Original, originalsOf } from '../documents/content/originals.ts'
import { saidIn } from '../documents/content/spoken.ts'

export type PlannedClip = {
  /** More than one where the clips of two would overlap. */
  highlights: Placed[]
  original: Original
  /** On the clock of the original, with what was chosen before and after. */
  startMs: number
  endMs: number
}

export type FilmPlan = { clips: PlannedClip[]; unconfirmed: number; untimed: number; originals: Original[] }

/** Which stretches of which originals make the film, in its order. Without a store nothing is fetched: enough to estimate. */
export async function planFilm(gathered: Gathered & Parameters<typeof originalsOf>[0]): Promise<FilmPlan> {
  const { options, filters, template } = gathered.order
  const { chosen, unconfirmed } = await highlightsOf(gathered)
  const timed = chosen.filter(({ highlight: { start, end } }) => start !== null && end !== null)
  const originals = await originalsOf(gathered, timed)
  const sorted = inOrder(timed, options.reelOrder, filters.highlightIds)
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
    // Nobody wants to see the same answer twice because two things were found in it.
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

/** `chosen` comes in the order of time. */
function inOrder(chosen: readonly Placed[], order: string, ids: readonly string[]): Placed[] {
  if (order === 'picked') return chosen.toSorted((a, b) => ids.indexOf(a.highlight.id) - ids.indexOf(b.highlight.id))
  if (order !== 'juror') return [...chosen]
  // What no juror said comes last.
  const key = ({ highlight: { juror } }: Placed) => juror?.number ?? '\uFFFF'
  return chosen.toSorted((a, b) => key(a).localeCompare(key(b), 'en', { numeric: true }))
}

/** What the engine is told to make of a plan; every text has passed the redactor. */
export async function reelOf(gathered: Gathered, { clips, unconfirmed }: FilmPlan, folder: string): Promise<ReelWork> {
  const { db, order, redact } = gathered
  const { options } = order
  const spoken = new Map(
    (await transcriptOf(gathered)).map((film) => [
      film.videoId,
      new Map(film.spoken.map(({ index, speaker }) => [index, speaker])),
    ]),
  )
  const made: ReelWork['clips'][number][] = []
  for (const clip of clips) {
    const { original, startMs, endMs } = clip
    const { videoId, sha256, path } = original
    const said = await saidIn(db, redact, spoken.get(videoId) ?? new Map(), { videoId, startMs, endMs })
    const { large, about, place } = titleOf(gathered, clip)
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
    opening: options.titleCards ? openingOf(gathered, unconfirmed) : [],
    captions,
    timecodeBurn,
    folder,
  }
}

function titleOf({ redact }: Gathered, { highlights, startMs, endMs }: PlannedClip) {
  const { highlight, seen } = highlights[0]!
  const { juror, speaker, page, line } = highlight
  const name = juror ? redact.name({ displayName: juror.name }) : null
  const kinds = [...new Set(highlights.map((each) => wordsOf(each.highlight.type)))].join(', ')
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

/** "1:04:07.250" */
const exact = (ms: number): string => `${timecode(ms)}.${String(Math.floor(ms) % 1000).padStart(3, '0')}`

/** What a cover says on paper: what it is of, and every choice. */
function openingOf(gathered: Gathered, unconfirmed: number): CardLine[] {
  const { title, subtitle, notices } = documentOf(gathered, { blocks: [], changed: [], unconfirmed })
  const { inCase } = gathered.subject
  const of = [inCase?.title, inCase?.caseNumber].filter(Boolean).join(', ')
  return [
    { text: title, size: 'large' },
    { text: subtitle, size: 'plain' },
    ...(of ? [{ text: gathered.redact.text(of), size: 'plain' } as const] : []),
    { text: cleanText(notices.join(' ')), size: 'small' },
  ]
}
