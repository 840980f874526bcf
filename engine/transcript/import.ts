import { extname } from 'node:path'
import type { Transcript, Turn } from '#contract/videos/transcript.ts'
import { Unprocessable } from '#engine/stage.ts'
import { looksLikeCsv, readCsv } from './csv.ts'
import { decodeTranscript } from './decode.ts'
import { readPlainText } from './plain.ts'
import { readReporterAscii } from './reporter.ts'
import { readSrt } from './srt.ts'
import { readVtt } from './vtt.ts'

type Format = Exclude<NonNullable<Transcript['format']>, 'recognized'>

const readers: Record<Format, (text: string) => { turns: Turn[]; warnings: string[] }> = {
  srt: readSrt,
  vtt: readVtt,
  reporter_ascii: readReporterAscii,
  csv: readCsv,
  plain_text: readPlainText,
}

/** More warnings than these help nobody; the rest are counted. */
const warningsAtMost = 50

/**
 * The transcript in a file that a person attached. `name` is only shown, and its ending asked where the text leaves a
 * doubt. Turns have times only where the file has them; page and line are those of the reporter. The language is not
 * looked at here. Throws `Unprocessable` with a sentence for the user where there is nothing to read.
 */
export function importTranscript(bytes: Uint8Array, name: string): Transcript {
  const text = decodeTranscript(bytes, name)
  const format = detectFormat(text, name)
  const { turns, warnings } = readers[format](text)
  if (turns.length === 0)
    throw new Unprocessable('The transcript has no words in it. Attach the file that holds what was said.')
  const more = warnings.length - warningsAtMost
  return {
    source: 'attached',
    format,
    reason: `A transcript was attached (${printableName(name)}).`,
    language: null,
    turns,
    warnings:
      more > 0 ? [...warnings.slice(0, warningsAtMost), `${more} more faults like these were found.`] : warnings,
  }
}

/** Which of the readable formats a text is, by what it holds rather than by its name. */
export function detectFormat(text: string, name: string): Format {
  if (/^\uFEFF?WEBVTT(?:\s|$)/.test(text)) return 'vtt'
  const timings = text.match(/^\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->/gm)?.length ?? 0
  if (timings > 0) return extname(name).toLowerCase() === '.vtt' ? 'vtt' : 'srt'
  if (looksLikeCsv(text)) return 'csv'
  return hasLineNumbers(text) ? 'reporter_ascii' : 'plain_text'
}

/** Whether most rows begin with a number that counts on from the row before: lines of pages. */
function hasLineNumbers(text: string): boolean {
  const rows = text.split(/[\n\f]/).filter((row) => row.trim() !== '')
  const numbers = rows.map((row) => {
    const found = /^\s{0,12}(?:(?:\d{1,2}:\d{2}:\d{2}\S*\s+)?(\d{1,2})[.:)]?(?=\s|$)|\d{1,6}:(\d{1,2})(?=\s|$))/.exec(
      row,
    )
    return found ? Number(found[1] ?? found[2]) : null
  })
  const counting = numbers.filter((number, at) => {
    const previous = numbers[at - 1]
    return (
      number !== null && (number === 1 || (typeof previous === 'number' && number > previous && number <= previous + 2))
    )
  }).length
  return counting >= 5 && counting > rows.length * 0.4
}

// A name may hold control characters or be endless; it goes into a sentence on a screen.
const printableName = (name: string): string => name.replaceAll(/[\p{C}]/gu, '').slice(-80)
