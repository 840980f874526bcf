import type { Block, Doc } from '../content/doc.ts'
import { documentOf } from '../content/cover.ts'
import { citeOf, type Gathered } from '../content/gather.ts'
import { type SpokenVideo, transcriptOf } from '../content/transcript.ts'
import { videoFacts } from '../content/videos.ts'

export async function transcript(gathered: Gathered): Promise<Doc> {
  const films = await transcriptOf(gathered)
  return documentOf(gathered, {
    facts: videoFacts(films),
    changed: films.map(({ changedAt }) => changedAt),
    blocks: films.flatMap((film) => spokenBlocks(gathered, film)),
  })
}

export function spokenBlocks(gathered: Gathered, film: SpokenVideo): Block[] {
  const title = `Transcript of ${film.filename}`
  if (film.spoken.length === 0)
    return [
      { kind: 'heading', level: 2, text: title },
      { kind: 'text', text: 'This video has no transcript.', tone: 'note' },
    ]
  return [
    {
      kind: 'spoken',
      title,
      lines: film.spoken.map((turn) => ({
        speaker: turn.isShared ? `${turn.speaker} (several voices at once)` : turn.speaker,
        text: turn.text,
        cite: citeOf(gathered, { ...turn, seconds: turn.startMs === null ? null : turn.startMs / 1000 }),
      })),
    },
  ]
}
