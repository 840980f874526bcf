import { timecode, wordsOf } from '../../documents/content/clean.ts'
import { documentOf } from '../../documents/content/cover.ts'
import type { Block, Doc } from '../../documents/content/doc.ts'
import { citeOf, type Gathered, type Placed } from '../../documents/content/gather.ts'
import { blocksOfHighlight, changedOf } from '../../documents/content/highlight.blocks.ts'
import type { Spoken, SpokenVideo } from '../../documents/content/transcript.ts'
import { videoFacts } from '../../documents/content/videos.ts'
import type { Clip } from './clips.ts'

const exact = (ms: number): string => `${timecode(ms)}.${String(Math.floor(ms) % 1000).padStart(3, '0')}`

/** Each passage with its clip, and everything that was said from the clip's first word to its last. */
export async function passagesOf(
  gathered: Gathered,
  { chosen, clips, films, unconfirmed }: { chosen: Placed[]; clips: Clip[]; films: SpokenVideo[]; unconfirmed: number },
): Promise<Doc> {
  const used = films.filter((film) => chosen.some(({ highlight }) => highlight.videoId === film.videoId))
  const blocks = chosen.flatMap((placed, index): Block[] => {
    const { highlight: it } = placed
    const clip = clips[index]!
    const film = films.find(({ videoId }) => videoId === it.videoId)
    const who = it.juror ? `Juror ${gathered.redact.text(it.juror.number)}` : 'A speaker'
    const lines = (film?.spoken ?? []).filter((turn) => isWithin(turn, clip, it))
    return [
      { kind: 'heading', level: 2, text: `${index + 1}. ${who}: ${wordsOf(it.type).toLowerCase()}` },
      ...blocksOfHighlight(gathered, placed),
      {
        kind: 'facts',
        rows: [
          ['Clip', clip.path ?? `None. ${clip.why ?? ''}`.trim()],
          ['Recording', film?.filename ?? ''],
          ...(clip.endMs > clip.startMs
            ? [['In and out, of the recording', `${exact(clip.startMs)} to ${exact(clip.endMs)}`] as [string, string]]
            : []),
          ...(clip.made ? [['Pictures', madeWords(clip.made)] as [string, string]] : []),
        ],
      },
      ...(lines.length === 0
        ? []
        : [
            {
              kind: 'spoken' as const,
              title: `${index + 1}. In context`,
              lines: lines.map((turn) => lineOf(gathered, turn)),
            },
          ]),
    ]
  })
  return documentOf(gathered, {
    unconfirmed,
    changed: [...chosen.map(changedOf), ...used.map(({ changedAt }) => changedAt)],
    facts: [['Passages', String(chosen.length)], ...videoFacts(used)],
    blocks,
  })
}

const madeWords = ({ method, frames, firstFrameMs, lastFrameMs, missingFrames }: NonNullable<Clip['made']>): string =>
  [
    method === 'copied' ? 'Copied from the recording without change' : 'The same pictures, compressed anew',
    `${frames} pictures${firstFrameMs === null || lastFrameMs === null ? '' : ` from ${exact(firstFrameMs)} to ${exact(lastFrameMs)}`}`,
    ...(missingFrames > 0 ? [`${missingFrames} pictures of the recording could not be read`] : []),
  ].join('; ')

/** By the clock; without one, the turns of the quote alone. */
function isWithin(turn: Spoken, { startMs, endMs }: Clip, { turn: first }: Placed['highlight']): boolean {
  if (turn.startMs === null || turn.endMs === null) return turn.index === first
  return turn.startMs < endMs && turn.endMs > startMs
}

const lineOf = (gathered: Gathered, { speaker, text, videoId, sessionId, startMs, page, line }: Spoken) => ({
  speaker,
  text,
  cite: citeOf(gathered, { videoId, sessionId, seconds: startMs === null ? null : startMs / 1000, page, line }),
})
