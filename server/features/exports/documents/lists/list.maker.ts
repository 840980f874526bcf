import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, between, eq } from 'drizzle-orm'
import { exportSpecs, type ExportTemplate, requireTemplate, type TemplateIn } from '#contract/exports/templates.ts'
import { transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { Db } from '#server/platform/db.ts'
import { type Gathered, gather, chooseHighlights, getLabel, type Placed } from '../content/gather.ts'
import { buildManifest, buildDocument } from '../content/cover.ts'
import { captionFacts } from '../content/doc.ts'
import { readTranscript, readInputs, readSpeech } from '../content/transcript.ts'
import type { Cue, ExportMaker } from '../../core/maker.ts'
import { writeZip } from '../content/zip.ts'
import { oneLine, timecode, toWords } from '../content/clean.ts'

type PageLine = { page: number; line: number }

export type Designation = {
  placed: Placed
  filename: string
  /** Page and line of the first word. Null if the transcript has no page numbers. */
  from: PageLine | null
  to: PageLine | null
  who: string
  kinds: string
  quote: string
}

export async function listDesignations(gathered: Gathered): Promise<{ list: Designation[]; unconfirmed: number }> {
  const { db, redact, sittings } = gathered
  const names = new Map(sittings.flatMap(({ videos }) => videos.map((each) => [each.videoId, each.filename] as const)))
  const { chosen, unconfirmed } = await chooseHighlights(gathered)
  const list: Designation[] = []
  for (const placed of chosen) {
    const { highlight: it } = placed
    const name = it.juror ? redact.name({ displayName: it.juror.name }) : null
    list.push({
      placed,
      filename: oneLine(redact.file(names.get(it.videoId) ?? '')),
      ...(await findPageLines(db, it)),
      who: oneLine(
        it.juror
          ? `Juror ${redact.text(it.juror.number)}${name ? `, ${name}` : ''}`
          : redact.text(it.speaker ?? 'Unknown speaker'),
      ),
      kinds: [toWords(it.type), it.severity, ...(it.status === 'suggested' ? ['suggested, not confirmed'] : [])].join(
        ', ',
      ),
      quote: oneLine(redact.text(it.quote)),
    })
  }
  return { list, unconfirmed }
}

async function findPageLines(
  db: Db,
  { videoId, turn, start, end, page, line }: Placed['highlight'],
): Promise<Pick<Designation, 'from' | 'to'>> {
  const given = page !== null && line !== null ? { page, line } : null
  if (turn === null || given === null) return { from: given, to: given }
  const rows = await db
    .select({
      words: transcriptTurns.words,
      lines: transcriptTurns.lines,
      page: transcriptTurns.page,
      line: transcriptTurns.line,
    })
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), between(transcriptTurns.index, turn, turn + 20)))
    .orderBy(asc(transcriptTurns.index))
  let from: PageLine | null = null
  let to: PageLine | null = null
  for (const [at, row] of rows.entries()) {
    const span = findSpan(row.words, start, end, at === 0)
    if (span === null) {
      if (at > 0) break
      continue
    }
    from ??= findPlace(row, span.first)
    to = findPlace(row, span.last) ?? to
  }
  return { from: from ?? given, to: to ?? from ?? given }
}

function findSpan(words: Turn['words'], start: number | null, end: number | null, isFirst: boolean) {
  if (words.length === 0 || start === null || end === null) return isFirst ? { first: 0, last: Infinity } : null
  // The 50 ms tolerance allows for rounded highlight times.
  const first = words.findIndex((word) => word.endMs > start * 1000 + 50)
  const last = words.findLastIndex((word) => word.startMs < end * 1000 - 50)
  return first < 0 || last < first ? null : { first, last }
}

type Row = { lines: Turn['lines'] | null; page: number | null; line: number | null }

function findPlace({ lines, page, line }: Row, word: number): PageLine | null {
  const at = lines?.findLast((each) => each.word <= word) ?? (page !== null && line !== null ? { page, line } : null)
  return at && { page: at.page, line: at.line }
}

export const pageLine = ({ page, line }: PageLine): string => `${page}:${String(line).padStart(2, '0')}`
export const range = ({ from, to }: Pick<Designation, 'from' | 'to'>): string | null =>
  from === null
    ? null
    : to === null || pageLine(to) === pageLine(from)
      ? pageLine(from)
      : `${pageLine(from)}-${pageLine(to)}`

export const exact = (seconds: number): string =>
  `${timecode(seconds * 1000)}.${String(Math.round(seconds * 1000) % 1000).padStart(3, '0')}`

export function textList(gathered: Gathered, list: readonly Designation[], unconfirmed: number): string {
  const doc = buildDocument(gathered, { blocks: [], changed: [], unconfirmed })
  const { title, subtitle, notices } = doc
  const facts = [...captionFacts(doc), ...doc.facts]
  const head = [
    oneLine(`${title}: ${subtitle}`),
    ...facts.map(([name, value]) => `${name}: ${oneLine(typeof value === 'string' ? value : value.text)}`),
    '',
    ...notices,
  ]
  const groups = byFile(list).map(([filename, each]) =>
    [
      '',
      filename,
      ...each.flatMap((designation, at) => {
        const { start, end } = designation.placed.highlight
        const place = [range(designation), start === null || end === null ? null : `${exact(start)} to ${exact(end)}`]
        return [
          `${at + 1}. ${[...place, designation.who, designation.kinds].filter(Boolean).join(' · ')}`,
          `   "${designation.quote}"`,
        ]
      }),
    ].join('\r\n'),
  )
  return `${[...head, ...groups].join('\r\n')}\r\n`
}

/**
 * OnCue import format: bracketed headers, then one page:line designation per line. Skips highlights that can't be
 * cited.
 */
export function onCueList(gathered: Gathered, list: readonly Designation[]): string {
  const bracketed = (text: string) => oneLine(text.replaceAll(/[[\]=]/g, ' '))
  const cited = list.filter(({ from }) => from !== null)
  const groups = byFile(cited).map(([filename, each], at) => [
    `[ID=VOIRDIRE${String(at + 1).padStart(2, '0')} ${bracketed(getLabel(gathered))}]`,
    `[Transcript=${bracketed(filename)}]`,
    '[hl=1]',
    ...each.map((designation) => range(designation)),
  ])
  return `${groups.map((lines) => lines.join('\r\n')).join('\r\n\r\n')}\r\n`
}

export function toCues(list: readonly Designation[]): Cue[] {
  return list.flatMap((designation): Cue[] => {
    const { start, end, clock } = designation.placed.highlight
    if (start === null || end === null) return []
    const startMs = Math.round((clock ?? start) * 1000)
    const place = range(designation)
    const text = `${designation.who}${place ? ` [${place}]` : ''}: ${designation.quote}`
    return [{ startMs, endMs: Math.max(startMs + 1, startMs + Math.round((end - start) * 1000)), text }]
  })
}

const toClock = (ms: number, mark: ',' | '.'): string => {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`
}

/** Removes blank lines and arrows, which would break the SRT format. */
const safe = (text: string): string => text.split('\n').map(oneLine).filter(Boolean).join('\n').replaceAll('-->', '→')

export const toSrt = (cues: readonly Cue[]): string =>
  cues
    .map(
      ({ startMs, endMs, text }, at) =>
        `${at + 1}\r\n${toClock(startMs, ',')} --> ${toClock(endMs, ',')}\r\n${safe(text).replaceAll('<', '‹').replaceAll('{', '(').replaceAll('\n', '\r\n')}\r\n`,
    )
    .join('\r\n')

export const toVttList = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${cues
    .map(
      ({ startMs, endMs, text }) =>
        `${toClock(startMs, '.')} --> ${toClock(endMs, '.')}\n${safe(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}\n`,
    )
    .join('\n')}`

function byFile(list: readonly Designation[]): [string, Designation[]][] {
  const groups = new Map<string, { filename: string; list: Designation[] }>()
  for (const each of list) {
    const { videoId } = each.placed.highlight
    const group = groups.get(videoId) ?? { filename: each.filename, list: [] }
    group.list.push(each)
    groups.set(videoId, group)
  }
  return [...groups.values()].map((group) => [group.filename, group.list])
}

type Written = { text: string; items: number; warnings: string[] }
type List = { extension: 'txt' | 'srt' | 'vtt'; write: (gathered: Gathered) => Promise<Written> }

const without = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? 'highlight has' : 'highlights have'} no ${what} and can’t be included.`]

const ofHighlights = (toText: (cues: readonly Cue[]) => string) => async (gathered: Gathered) => {
  const { list } = await listDesignations(gathered)
  const cues = toCues(list)
  return { text: toText(cues), items: cues.length, warnings: without(list.length - cues.length, 'time') }
}
const ofTranscript = (toText: (cues: readonly Cue[]) => string) => async (gathered: Gathered) => {
  const [film] = await readTranscript(gathered)
  const speakers = new Map(film?.spoken.map(({ index, speaker }) => [index, speaker]))
  const everything = { videoId: gathered.order.scope.id, startMs: -1, endMs: Number.MAX_SAFE_INTEGER }
  const { cues } = await readSpeech(gathered.db, gathered.redact, speakers, everything)
  const warnings = cues.length === 0 ? ['The transcript has no timestamps, so there are no captions to export.'] : []
  return { text: toText(cues), items: cues.length, warnings }
}

const lists: Record<TemplateIn<'list'>, List> = {
  designations: {
    extension: 'txt',
    async write(gathered) {
      const { list, unconfirmed } = await listDesignations(gathered)
      return { text: textList(gathered, list, unconfirmed), items: list.length, warnings: [] }
    },
  },
  designations_oncue: {
    extension: 'txt',
    async write(gathered) {
      const { list } = await listDesignations(gathered)
      const cited = list.filter(({ from }) => from !== null)
      return {
        text: onCueList(gathered, list),
        items: cited.length,
        warnings: [
          ...without(list.length - cited.length, 'page and line'),
          'Before you import, set each “Transcript=” line to the transcript’s name in OnCue.',
        ],
      }
    },
  },
  designations_srt: { extension: 'srt', write: ofHighlights(toSrt) },
  designations_vtt: { extension: 'vtt', write: ofHighlights(toVttList) },
  captions_srt: { extension: 'srt', write: ofTranscript(toSrt) },
  captions_vtt: { extension: 'vtt', write: ofTranscript(toVttList) },
}

const findList = (template: ExportTemplate): List => lists[requireTemplate('list', template)]

export const listMaker: ExportMaker<'list'> = {
  type: 'list',
  templates: exportSpecs.list.templates,
  file: ({ template }, isEncrypted) => (isEncrypted ? 'zip' : findList(template).extension),
  async estimate(asked) {
    const { text, items, warnings } = await findList(asked.order.template).write(await gather(asked))
    return { pages: null, rows: items, seconds: null, bytes: Buffer.byteLength(text), items, warnings }
  },
  async make(input, out, progress, signal) {
    progress({ fraction: 0, step: 'Reading' })
    const gathered = await gather(input)
    const { extension, write } = findList(input.order.template)
    const { text, items } = await write(gathered)
    signal.throwIfAborted()
    const path = input.password === null ? out : join(input.folder, 'plain')
    // OnCue expects the file to start with a bracket, so there is no byte order mark.
    await writeFile(path, text, { mode: 0o600 })
    if (input.password !== null) {
      await writeZip(out, [{ name: `export.${extension}`, path }], input.password)
      await rm(path)
    }
    return { manifest: buildManifest(input.order, text, { items }, await readInputs(gathered)) }
  },
}
