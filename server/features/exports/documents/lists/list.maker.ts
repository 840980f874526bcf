import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportTemplate } from '#contract/exports/templates.ts'
import { type Gathered, gather } from '../content/gather.ts'
import { manifestOf } from '../content/manifest.ts'
import { transcriptOf } from '../content/transcript.ts'
import { inputsOf } from '../content/videos.ts'
import { saidIn } from '../content/spoken.ts'
import type { Cue, ExportMaker } from '../../core/maker.ts'
import { writeZip } from '../content/zip.ts'
import { designationsOf } from './designations.ts'
import { cuesOf, onCueList, textList, toSrt, toVttList } from './write.ts'

type Written = { text: string; items: number; warnings: string[] }
type List = { extension: 'txt' | 'srt' | 'vtt'; write: (gathered: Gathered) => Promise<Written> }

const without = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? 'highlight has' : 'highlights have'} no ${what} and cannot be in it.`]

const ofHighlights = (toText: (cues: readonly Cue[]) => string) => async (gathered: Gathered) => {
  const { list } = await designationsOf(gathered)
  const cues = cuesOf(list)
  return { text: toText(cues), items: cues.length, warnings: without(list.length - cues.length, 'time') }
}
/** What was said in the whole video, as it reads now. */
const ofTranscript = (toText: (cues: readonly Cue[]) => string) => async (gathered: Gathered) => {
  const [film] = await transcriptOf(gathered)
  const speakers = new Map(film?.spoken.map(({ index, speaker }) => [index, speaker]))
  const everything = { videoId: gathered.order.scope.id, startMs: -1, endMs: Number.MAX_SAFE_INTEGER }
  const { cues } = await saidIn(gathered.db, gathered.redact, speakers, everything)
  const warnings = cues.length === 0 ? ['The transcript has no times: there is nothing to show.'] : []
  return { text: toText(cues), items: cues.length, warnings }
}

/** What each template writes; a new list is a line here. */
const lists: Partial<Record<ExportTemplate, List>> = {
  designations: {
    extension: 'txt',
    async write(gathered) {
      const { list, unconfirmed } = await designationsOf(gathered)
      return { text: textList(gathered, list, unconfirmed), items: list.length, warnings: [] }
    },
  },
  designations_oncue: {
    extension: 'txt',
    async write(gathered) {
      const { list } = await designationsOf(gathered)
      const cited = list.filter(({ from }) => from !== null)
      return {
        text: onCueList(gathered, list),
        items: cited.length,
        warnings: [
          ...without(list.length - cited.length, 'page and line'),
          'OnCue asks for the name under which it knows each transcript: set the line "Transcript=" to it before you import.',
        ],
      }
    },
  },
  designations_srt: { extension: 'srt', write: ofHighlights(toSrt) },
  designations_vtt: { extension: 'vtt', write: ofHighlights(toVttList) },
  captions_srt: { extension: 'srt', write: ofTranscript(toSrt) },
  captions_vtt: { extension: 'vtt', write: ofTranscript(toVttList) },
}

export const listMaker: ExportMaker = {
  type: 'list',
  templates: Object.keys(lists) as ExportTemplate[],
  file: ({ template }, isEncrypted) => (isEncrypted ? 'zip' : lists[template]!.extension),
  async estimate(asked) {
    const { text, items, warnings } = await lists[asked.order.template]!.write(await gather(asked))
    return { pages: null, rows: items, seconds: null, bytes: Buffer.byteLength(text), items, warnings }
  },
  async make(input, out, progress, signal) {
    progress({ fraction: 0, step: 'Reading' })
    const gathered = await gather(input)
    const { extension, write } = lists[input.order.template]!
    const { text, items } = await write(gathered)
    signal.throwIfAborted()
    const path = input.password === null ? out : join(input.folder, 'plain')
    // A byte-order mark would stand before OnCue's first bracket.
    await writeFile(path, text, { mode: 0o600 })
    if (input.password !== null) {
      await writeZip(out, [{ name: `export.${extension}`, path }], input.password)
      await rm(path)
    }
    return { manifest: manifestOf(input.order, text, { items }, await inputsOf(gathered)) }
  },
}
