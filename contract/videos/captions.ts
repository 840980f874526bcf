import type { Turn } from './transcript.ts'

/** Broadcast style guides recommend two lines of 42 characters. */
const lineCharacters = 42
const cueLines = 2
const cueMs = 7000
/** A longer pause ends the cue so captions don't stay on screen during silence. */
const pauseMs = 1000

type Spoken = Pick<Turn, 'speaker' | 'words'>
type Cue = { startMs: number; endMs: number; speaker: string | null; text: string }

export function toVtt(turns: readonly Spoken[]): string {
  const cues = cutCues(turns).map(({ startMs, endMs, speaker, text }) => {
    const voice = speaker === null ? '' : `<v ${escapeMarkup(speaker).replaceAll(/[\r\n]/g, ' ')}>`
    return `${clock(startMs)} --> ${clock(endMs)}\n${voice}${escapeMarkup(text)}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** This format assumes that recordings are shorter than 24 hours. */
const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 23)

/**
 * Splits turns into cues of at most two lines and seven seconds. Prefers to split at pauses and at the end of a
 * sentence or clause.
 */
export function cutCues(turns: readonly Spoken[]): Cue[] {
  return turns.flatMap((turn) => {
    const cues: Cue[] = []
    let words: Turn['words'] = []
    const close = (count: number): void => {
      const taken = words.slice(0, count)
      words = words.slice(count)
      const [first, last] = [taken[0], taken.at(-1)]
      if (!first || !last) return
      const text = breakLines(taken.map((word) => word.text))
      // Players don't show cues with zero length.
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

/**
 * Returns how many words to keep. Cuts after the last sentence or clause that ends in the second half. If there is
 * none, keeps all words.
 */
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
