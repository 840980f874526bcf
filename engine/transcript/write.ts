import type { Transcript, Turn } from '#contract/transcript.ts'
import { formatClock } from './clock.ts'

/** Two lines of 42 characters are what a viewer reads in time; the limits of broadcasters' style guides. */
const lineCharacters = 42
const cueLines = 2
const cueMs = 7000
/** A pause after which a caption would hang on the screen with nobody speaking. */
const pauseMs = 1000

type Cue = { startMs: number; endMs: number; speaker: string | null; text: string }

/** WebVTT with a voice for every cue; turns without times cannot be shown and are left out. */
export function toVtt(transcript: Transcript): string {
  const cues = cutCues(transcript.turns).map(({ startMs, endMs, speaker, text }) => {
    const voice = speaker === null ? '' : `<v ${escapeMarkup(speaker).replaceAll(/[\r\n]/g, ' ')}>`
    return `${formatClock(startMs, '.')} --> ${formatClock(endMs, '.')}\n${voice}${escapeMarkup(text)}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** SubRip; the speaker stands before the words where it changes. */
export function toSrt(transcript: Transcript): string {
  let last: string | null = null
  const cues = cutCues(transcript.turns).map(({ startMs, endMs, speaker, text }, at) => {
    const label: string = speaker !== null && speaker !== last ? `${speaker}: ` : ''
    last = speaker
    return `${at + 1}\n${formatClock(startMs, ',')} --> ${formatClock(endMs, ',')}\n${label}${text}\n`
  })
  return cues.join('\n')
}

/** For reading: a paragraph a turn, with its time and its page and line where they are known. */
export function toText(transcript: Transcript): string {
  const paragraphs = transcript.turns.map((turn) => {
    const time = turn.startMs === null ? '' : `[${formatClock(turn.startMs)}] `
    const place = turn.page === null || turn.line === null ? '' : `(${turn.page}:${turn.line}) `
    return `${time}${place}${turn.speaker === null ? '' : `${turn.speaker}: `}${turn.text}\n`
  })
  return paragraphs.join('\n')
}

/** Cues of at most two lines and seven seconds, cut at a pause, else after a sentence or a clause where one ends late enough. */
function cutCues(turns: readonly Turn[]): Cue[] {
  return turns.flatMap((turn) => {
    const cues: Cue[] = []
    let words: Turn['words'] = []
    const close = (count: number): void => {
      const taken = words.slice(0, count)
      words = words.slice(count)
      const [first, last] = [taken[0], taken.at(-1)]
      if (!first || !last) return
      const text = breakLines(taken.map((word) => word.text))
      // A cue without length is never shown.
      cues.push({ startMs: first.startMs, endMs: Math.max(last.endMs, first.startMs + 1), speaker: turn.speaker, text })
    }
    for (const word of turn.words) {
      const previous = words.at(-1)
      if (previous && word.startMs - previous.endMs >= pauseMs) close(words.length)
      else if (words.length > 0 && !fits([...words, word])) close(findCut(words))
      words.push(word)
    }
    if (words.length > 0) close(words.length)
    return cues
  })
}

function fits(words: Turn['words']): boolean {
  const lasting = (words.at(-1)?.endMs ?? 0) - (words[0]?.startMs ?? 0)
  return lasting <= cueMs && breakLines(words.map((word) => word.text)).split('\n').length <= cueLines
}

/** How many of these words make the cue: up to the last sentence end, else the last comma, in their second half. */
function findCut(words: Turn['words']): number {
  for (const mark of [/[.?!]["”)]?$/, /[,;:—-]$/]) {
    const at = words.findLastIndex((word) => mark.test(word.text))
    if (at + 1 >= words.length / 2) return at + 1
  }
  return words.length
}

function breakLines(texts: readonly string[]): string {
  const lines: string[] = []
  for (const text of texts) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + text.length <= lineCharacters)
      lines[lines.length - 1] = `${last} ${text}`
    else lines.push(text)
  }
  return lines.join('\n')
}

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
