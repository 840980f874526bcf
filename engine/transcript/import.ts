import { extname } from 'node:path'
import type { Transcript, Turn } from '#contract/videos/transcript.ts'
import { Unprocessable } from '#engine/stage.ts'
import { readSrt, readVtt } from './captions.ts'
import { looksLikeCsv, readCsv } from './csv.ts'
import { readPlainText } from './plain.ts'
import { readReporterAscii } from './reporter.ts'

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

/** A six-hour hearing as captions is under 2 MB; more than this is not a transcript. */
const limitBytes = 50 * 1024 * 1024

const askFor =
  'Ask the reporter for the same transcript as ASCII text with page and line numbers (.txt) and attach that.'

/** Formats of transcript software that keep their layout to themselves, and documents whose text has no lines. */
const closed: Record<string, string> = {
  '.ptx': `This is an E-Transcript bundle (PTX), a closed format. ${askFor}`,
  '.ptz': `This is an E-Transcript bundle (PTZ), a closed format. ${askFor}`,
  '.xmef': `This is an exhibit-linked E-Transcript (XMEF), a closed format. ${askFor}`,
  '.ptf': `This is a LiveNote transcript (PTF), a closed format. ${askFor}`,
  '.lef': `This is a LiveNote evidence file (LEF), a closed format. ${askFor}`,
  '.lvf': `This is a LiveNote evidence file (LVF), a closed format. ${askFor}`,
  '.cms': `This is a synchronised TrialDirector transcript (CMS), a closed format. ${askFor}`,
  '.mdb': `This is a database of a synchronised transcript (MDB), a closed format. ${askFor}`,
  '.sbf': `This is a bundle of reporting software (SBF), a closed format. ${askFor}`,
  '.docx': `This is a Word document; its pages and lines are not those of the reporter. ${askFor}`,
  '.doc': `This is a Word document; its pages and lines are not those of the reporter. ${askFor}`,
  '.rtf': `This is a Rich Text document; its pages and lines are not those of the reporter. ${askFor}`,
  '.pdf': `This is a PDF; text taken from it loses its pages and lines. ${askFor}`,
  '.zip': 'This is a ZIP archive. Unpack it and attach the transcript inside it.',
}

/** DOS programs end a text file with it. */
const dosEnd = '\u001A'

/** First bytes that betray a format whatever the file is called. */
const signatures: [string, string][] = [
  ['%PDF-', '.pdf'],
  ['{\\rtf', '.rtf'],
  ['\xd0\xcf\x11\xe0', '.doc'],
  ['\x00\x01\x00\x00Standard', '.mdb'],
]

/**
 * The text of a transcript file, with line ends as `\n`. Knows UTF-8, UTF-16 (with a mark, or without one by its zero
 * bytes) and Windows-1252. Throws `Unprocessable` for closed formats, for what is not text, and for an empty file.
 */
function decodeTranscript(bytes: Uint8Array, name: string): string {
  if (bytes.length === 0) throw new Unprocessable('The transcript is empty. Attach a file with text in it.')
  if (bytes.length > limitBytes)
    throw new Unprocessable('The transcript is larger than 50 MB. Attach the text only, without pictures or sound.')
  const refusal = refuseClosed(bytes, extname(name).toLowerCase())
  if (refusal !== null) throw new Unprocessable(refusal)
  const text = decodeText(bytes).replaceAll(/\r\n?/g, '\n').replaceAll(dosEnd, '')
  if (!looksLikeText(text)) throw new Unprocessable(`The transcript is not a text file. ${askFor}`)
  if (text.trim() === '') throw new Unprocessable('The transcript is empty. Attach a file with text in it.')
  return text
}

function refuseClosed(bytes: Uint8Array, extension: string): string | null {
  const head = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  for (const [signature, kind] of signatures) if (head.startsWith(signature)) return closed[kind] ?? null
  if (head.startsWith('PK\x03\x04'))
    return closed[head.includes('word/') ? '.docx' : extension] ?? closed['.zip'] ?? null
  if (/^\s*<(?:!doctype\s+)?html/i.test(head))
    return 'This is a web page. Save the transcript in it as plain text and attach that.'
  return closed[extension] ?? null
}

function decodeText(bytes: Uint8Array): string {
  const utf16 = guessUtf16(bytes)
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Latin text in UTF-16 has a zero in every other byte; no 8-bit text has one at all. */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, 2000)
  let even = 0
  let odd = 0
  for (const [at, byte] of sample.entries())
    if (byte === 0 && at % 2 === 0) even++
    else if (byte === 0) odd++
  const half = sample.length / 2
  if (odd > half * 0.7 && even < half * 0.05) return 'utf-16le'
  if (even > half * 0.7 && odd < half * 0.05) return 'utf-16be'
  return null
}

/** Text has no zeros and hardly any control characters beside tab, line feed and form feed (and DOS's end mark). */
function looksLikeText(text: string): boolean {
  const sample = text.slice(0, 200_000)
  if (sample.includes('\0')) return false
  // eslint-disable-next-line no-control-regex
  const odd = sample.match(/[\x01-\x08\x0b\x0e-\x19\x1b-\x1f\x7f-\x9f\ufffd]/g)?.length ?? 0
  return odd <= sample.length * 0.01
}
