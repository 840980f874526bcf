import { extname } from 'node:path'
import { askForText, closedTranscripts } from '#contract/videos/transcript-files.ts'
import { cutLimits, type Transcript } from '#contract/videos/transcript.ts'
import { Unprocessable } from '#engine/stage.ts'
import { readSrt, readVtt } from './captions.ts'
import { looksLikeCsv, readCsv } from './csv.ts'
import { linesAtMost, readDocx, readRtf, tooManyLines, unpackEntry } from './documents.ts'
import { damagedDvt, looksLikeDvt, readDvt } from './dvt.ts'
import { type TextTranscript, repairText } from './draft.ts'
import { readPdf } from './pdf.ts'
import { readPlainText } from './plain.ts'
import { readReporterAscii } from './reporter.ts'

type Format = Exclude<NonNullable<Transcript['format']>, 'recognized'>

const readers: Record<Format, (text: string) => TextTranscript> = {
  srt: readSrt,
  vtt: readVtt,
  reporter_ascii: readReporterAscii,
  csv: readCsv,
  plain_text: readPlainText,
  dvt: readDvt,
}

const warningsAtMost = 50
const lineAtMost = 20_000

/** Detects the format by content, then by extension. Throws `Unprocessable` if there is nothing to read. */
export const importTranscript = (bytes: Uint8Array, name: string): Transcript =>
  importText(decodeTranscript(bytes, name), name)

export async function importFile(
  bytes: Uint8Array,
  name: string,
  options: { signal?: AbortSignal; folder?: string } = {},
): Promise<Transcript> {
  if (bytes.length > limitBytes || !readHead(bytes).startsWith('%PDF-')) return importTranscript(bytes, name)
  return importText(await readPdf(bytes, options), name)
}

function importText(raw: string, name: string): Transcript {
  const text = normalize(raw)
  const format = detectFormat(text, name)
  if (format !== 'dvt' && extname(name).toLowerCase() === '.dvt' && /^\s*</.test(text))
    throw new Unprocessable(damagedDvt)
  if (format === 'plain_text' || format === 'reporter_ascii') refuseOversize(text)
  const { turns, warnings: found, cuts = [] } = readers[format](text)
  const warnings = found.map(repairText)
  const moreCuts = cuts.length - cutLimits.count
  if (moreCuts > 0) warnings.push(`${moreCuts} more parts of the file that aren’t speech were left out.`)
  if (turns.length === 0) throw new Unprocessable('The transcript has no words. Attach the file with the spoken text.')
  const more = warnings.length - warningsAtMost
  return {
    source: 'attached',
    format,
    reason: `A transcript was attached (${printableName(name)}).`,
    language: null,
    turns,
    warnings:
      more > 0 ? [...warnings.slice(0, warningsAtMost), `${more} more problems like these were found.`] : warnings,
    ...(cuts.length > 0 ? { cuts: cuts.slice(0, cutLimits.count) } : {}),
  }
}

const normalize = (text: string): string => repairText(text).replaceAll(/\r\n?/g, '\n').replaceAll(dosEnd, '')

function refuseOversize(text: string): void {
  let lines = 1
  let longest = 0
  let start = 0
  for (const { index } of text.matchAll(/[\n\f]/g)) {
    longest = Math.max(longest, index - start)
    start = index + 1
    lines += 1
  }
  if (Math.max(longest, text.length - start) > lineAtMost)
    throw new Unprocessable(
      'The transcript has a line of more than 20,000 characters. Save it with line breaks and attach it again.',
    )
  if (lines > linesAtMost) throw new Unprocessable(tooManyLines)
}

export function detectFormat(text: string, name: string): Format {
  if (looksLikeDvt(text)) return 'dvt'
  if (/^\uFEFF?WEBVTT(?:\s|$)/.test(text)) return 'vtt'
  const timings = text.match(/^[ \t]*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->/gm)?.length ?? 0
  if (timings > 0) return extname(name).toLowerCase() === '.vtt' ? 'vtt' : 'srt'
  if (looksLikeCsv(text)) return 'csv'
  return hasLineNumbers(text) ? 'reporter_ascii' : 'plain_text'
}

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

const printableName = (name: string): string => repairText(name.replaceAll(/[\p{C}]/gu, '').slice(-80))

/** Captions for a six-hour hearing are under 2 MB. */
const limitBytes = 50 * 1024 * 1024

const dosEnd = '\u001A'

function decodeTranscript(bytes: Uint8Array, name: string): string {
  if (bytes.length === 0) throw new Unprocessable('The transcript is empty. Attach a file with text in it.')
  if (bytes.length > limitBytes)
    throw new Unprocessable('The transcript is larger than 50 MB. Attach only the text, without images or audio.')
  const text = readDocument(bytes, name) ?? decodeText(bytes)
  const isReadable = looksLikeText(text)
  const written = normalize(text)
  const refusal = refuseClosed(bytes, extname(name).toLowerCase(), isReadable ? written : '')
  if (refusal !== null) throw new Unprocessable(refusal)
  if (!isReadable) throw new Unprocessable(`The transcript is not a text file. ${askForText}`)
  if (written.trim() === '') throw new Unprocessable('The transcript is empty. Attach a file with text in it.')
  return written
}

const readHead = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 512)).toString('latin1')

const zipFault = 'The file is damaged. Save it again, or attach the transcript as text (.txt).'

function readDocument(bytes: Uint8Array, name: string): string | null {
  const head = readHead(bytes)
  if (head.startsWith('{\\rtf')) return readRtf(bytes)
  if (!head.startsWith('PK\x03\x04')) return null
  const extension = extname(name).toLowerCase()
  if (extension === '.docx') return readDocx(bytes)
  const packed = extension === '.zip' ? null : unpackEntry(bytes, (entry) => /\.(?:txt|asc)$/i.test(entry), zipFault)
  return packed && decodeText(packed)
}

/** A proprietary format may still contain plain text with page and line numbers. */
function refuseClosed(bytes: Uint8Array, extension: string, text: string): string | null {
  const head = readHead(bytes)
  if (head.startsWith('\x00\x01\x00\x00Standard')) return closedTranscripts['.mdb'] ?? null
  if (head.startsWith('\xd0\xcf\x11\xe0')) return refuseCompound(extension)
  if (head.startsWith('%PDF-')) return 'This is a PDF with the wrong extension. Rename it to .pdf and attach it again.'
  if (head.startsWith('PK\x03\x04') && text === '')
    return closedTranscripts[extension] ?? closedTranscripts['.zip'] ?? null
  if (/^\s*<(?:!doctype\s+)?html/i.test(head))
    return 'This is a web page. Save the transcript in it as plain text and attach that.'
  const closed = closedTranscripts[extension]
  return closed === undefined || (text !== '' && detectFormat(text, '') === 'reporter_ascii') ? null : closed
}

/** Password-protected and pre-2007 Office files use the same container format. */
const refuseCompound = (extension: string): string | null =>
  extension === '.docx'
    ? 'The Word document has a password. Save it without one and attach it again.'
    : (closedTranscripts[extension] ?? closedTranscripts['.doc'] ?? null)

function decodeText(bytes: Uint8Array): string {
  const utf16 = guessUtf16(bytes)
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** In UTF-16, every other byte of Latin text is zero. 8-bit text has no zero bytes. */
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

function looksLikeText(text: string): boolean {
  const sample = text.slice(0, 200_000)
  if (sample.includes('\0')) return false
  // eslint-disable-next-line no-control-regex
  const odd = sample.match(/[\x01-\x08\x0b\x0e-\x19\x1b-\x1f\x7f-\x9f\ufffd]/g)?.length ?? 0
  return odd <= sample.length * 0.01
}
