import { cutCues } from '#contract/videos/captions.ts'
import type { Transcript } from '#contract/videos/transcript.ts'
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

export function toText(transcript: Transcript): string {
  const paragraphs = transcript.turns.map((turn) => {
    const time = turn.startMs === null ? '' : `[${formatClock(turn.startMs)}] `
    const place = turn.page === null || turn.line === null ? '' : `(${turn.page}:${turn.line}) `
    return `${time}${place}${turn.speaker === null ? '' : `${turn.speaker}: `}${turn.text}\n`
  })
  return paragraphs.join('\n')
}
