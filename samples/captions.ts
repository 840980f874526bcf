import { cast } from './dialogue.ts'
import { isTurn, type TimedLine, type TimedTurn, type TimedWord } from './timeline.ts'

/** Two lines of 42 characters, the usual caption limit. */
const lineLength = 42
const cueLength = 2 * lineLength - 4

interface Cue {
  startMs: number
  endMs: number
  text: string
}

export function writeSubRip(lines: readonly TimedLine[]): string {
  return lines
    .flatMap((line) => (isTurn(line) ? toCues(line) : [{ startMs: line.startMs, endMs: line.endMs, text: line.note }]))
    .map(
      ({ startMs, endMs, text }, index) => `${index + 1}\n${clock(startMs)} --> ${clock(endMs)}\n${inTwoLines(text)}\n`,
    )
    .join('\n')
}

function toCues(turn: TimedTurn): Cue[] {
  const label = `${cast[turn.by].caption}: `
  const groups: TimedWord[][] = [[]]
  const getText = (words: TimedWord[]) => words.map(({ text }) => text).join(' ')
  for (const sentence of splitSentences(turn.words)) {
    const room = cueLength - (groups.length === 1 ? label.length : 0)
    const last = groups.at(-1) ?? []
    if (last.length > 0 && getText([...last, ...sentence]).length > room) groups.push([])
    for (const part of inParts(sentence, room, getText)) {
      const open = groups.at(-1) ?? []
      if (open.length > 0 && getText([...open, ...part]).length > cueLength) groups.push([...part])
      else open.push(...part)
    }
  }
  return groups.map((words, index) => ({
    startMs: words[0]?.startMs ?? 0,
    // A cue lasts until the next one because a blank screen would look like a pause.
    endMs: groups[index + 1]?.[0]?.startMs ?? words.at(-1)?.endMs ?? 0,
    text: (index === 0 ? label : '') + getText(words),
  }))
}

function splitSentences(words: readonly TimedWord[]): TimedWord[][] {
  const sentences: TimedWord[][] = [[]]
  for (const word of words) {
    sentences.at(-1)?.push(word)
    if (/[.?!]$/.test(word.text) && word.text !== 'No.') sentences.push([])
  }
  return sentences.filter(({ length }) => length > 0)
}

function inParts(sentence: TimedWord[], room: number, getText: (words: TimedWord[]) => string): TimedWord[][] {
  const count = Math.ceil(getText(sentence).length / room)
  if (count === 1) return [sentence]
  const wanted = getText(sentence).length / count
  const parts: TimedWord[][] = [[]]
  for (const word of sentence) {
    const open = parts.at(-1) ?? []
    const isFull = getText([...open, word]).length > wanted + word.text.length / 2
    if (isFull && parts.length < count) parts.push([word])
    else open.push(word)
  }
  return parts
}

function inTwoLines(text: string): string {
  if (text.length <= lineLength) return text
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const longest = (at: number) => Math.max(at, text.length - at - 1)
  const [best] = spaces.sort((a, b) => longest(a) - longest(b))
  return best === undefined ? text : `${text.slice(0, best)}\n${text.slice(best + 1)}`
}

function clock(ms: number): string {
  const [hours, minutes, seconds] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ]
  return `${[hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')},${String(ms % 1000).padStart(3, '0')}`
}
