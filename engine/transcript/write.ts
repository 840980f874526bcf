import { cutCues } from '#contract/videos/captions.ts'
import { doubtLegend, hasDoubts, markDoubts } from '#contract/videos/doubts.ts'
import type { SpeakersArtifact } from '#contract/videos/analysis.ts'
import { describeCut, type Transcript, type Turn } from '#contract/videos/transcript.ts'
import { withVoices } from '../voice/overlaps.ts'
import { formatClock } from './clock.ts'

export function toSrt(transcript: Transcript): string {
  let last: string | null = null
  const cues = cutCues(transcript.turns).map(({ startMs, endMs, speaker, text }, at) => {
    const label: string = speaker !== null && speaker !== last ? `${speaker}: ` : ''
    last = speaker
    return `${at + 1}\n${formatClock(startMs, ',')} --> ${formatClock(endMs, ',')}\n${label}${text}\n`
  })
  return cues.join('\n')
}

export function nameVoices(turns: readonly Turn[], speakers: SpeakersArtifact): Turn[] {
  const names = new Map(speakers.speakers.map(({ label, displayName }) => [label, displayName]))
  const assigned = withVoices(turns, speakers)
  return assigned.map((turn, at) =>
    turns[at]?.speaker === null && turn.speaker !== null
      ? { ...turn, speaker: names.get(turn.speaker) ?? turn.speaker }
      : turn,
  )
}

export function toText(transcript: Transcript): string {
  const paragraphs = transcript.turns.map((turn) => {
    const time = turn.startMs === null ? '' : `[${formatClock(turn.startMs)}] `
    const place = turn.page === null || turn.line === null ? '' : `(${turn.page}:${turn.line}) `
    return `${time}${place}${turn.speaker === null ? '' : `${turn.speaker}: `}${markDoubts(turn)}\n`
  })
  return [...(hasDoubts(transcript.turns) ? [`${doubtLegend}\n`] : []), ...paragraphs].join('\n')
}

/** Lines of a printed report. Strips control characters, so a transcript can't manipulate the terminal. */
export function listCuts({ cuts = [] }: Pick<Transcript, 'cuts'>): string[] {
  if (cuts.length === 0) return []
  const lines = cuts.map((cut) => {
    const [first = ''] = cut.text.split('\n')
    return `  ${describeCut(cut)}: “${first.slice(0, 60).replaceAll(/\p{Cc}/gu, ' ')}”`
  })
  return ['Left out of the transcript:', ...lines]
}
