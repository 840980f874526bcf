/** What alignment could not find, in sentences for the transcript's warnings. */
import type { Alignment } from './result.ts'

/** More sentences than these help nobody; the rest are counted. */
const mostSentences = 20
const quoteWords = 8
/** Below this share of its words found, a transcript is probably of another recording. */
const doubtfulShare = 0.25

/** 3723.4 s is "1:02:03". */
function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

function quote(text: string): string {
  const words = text.split(' ')
  return words.length > quoteWords ? `${words.slice(0, quoteWords).join(' ')} …` : text
}

/** One sentence for each passage that only one side has; a first one where hardly anything was found. */
export function describeGaps({ words, notInAudio, notInTranscript }: Alignment): string[] {
  const found = words.filter((word) => !word.estimated).length
  const all = words.length + notInAudio.reduce((sum, gap) => sum + gap.words, 0)
  const doubt =
    all > 0 && found < all * doubtfulShare
      ? [
          `Only ${found} of the ${all} words of the transcript were found in the recording: it may belong to another one, or the recording is hard to hear.`,
        ]
      : []
  const gaps = [
    ...notInAudio.map((gap) => ({
      at: gap.at,
      text: `${gap.words === 1 ? 'One word of the transcript is' : `${gap.words} words of the transcript are`} not in the recording near ${clock(gap.at)} (“${quote(gap.text)}”) and got no times.`,
    })),
    ...notInTranscript.map((gap) => ({
      at: gap.start,
      text: `Speech from ${clock(gap.start)} to ${clock(gap.end)} is not in the transcript.`,
    })),
  ].sort((a, b) => a.at - b.at)
  const more = gaps.length - mostSentences
  return [
    ...doubt,
    ...gaps.slice(0, mostSentences).map((gap) => gap.text),
    ...(more > 0 ? [`${more} more places like these were found.`] : []),
  ]
}
