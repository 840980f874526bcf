import { extname } from 'node:path'
import { cutTitles, type Transcript, type TranscriptCut } from '#contract/videos/transcript.ts'
import { Unprocessable } from '#engine/stage.ts'
import { readSrt, readVtt } from './captions.ts'
import { looksLikeCsv, readCsv } from './csv.ts'
import type { TextTranscript } from './draft.ts'
import { readPlainText } from './plain.ts'
import { readReporterAscii } from './reporter.ts'

type Format = Exclude<NonNullable<Transcript['format']>, 'recognized'>

const readers: Record<Format, (text: string) => TextTranscript> = {
  srt: readSrt,
  vtt: readVtt,
  reporter_ascii: readReporterAscii,
  csv: readCsv,
  plain_text: readPlainText,
}

const warningsAtMost = 50

/** Detects the format by content, then by extension. Throws `Unprocessable` if there is nothing to read. */
export function importTranscript(bytes: Uint8Array, name: string): Transcript {
  const text = decodeTranscript(bytes, name)
  const format = detectFormat(text, name)
  const { turns, warnings: found, cuts = [] } = readers[format](text)
  const warnings = [...found, ...cuts.map(tellCut)]
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
    ...(cuts.length > 0 ? { cuts } : {}),
  }
}

function tellCut({ kind, lines, page, text }: TranscriptCut): string {
  const place = page === null ? '' : ` on page ${page}`
  const [first = ''] = text.split('\n')
  return `${cutTitles[kind]}${place} left out: ${lines === 1 ? '1 line' : `${lines} lines`}, beginning “${first.slice(0, 60)}”.`
}

export function detectFormat(text: string, name: string): Format {
  if (/^\uFEFF?WEBVTT(?:\s|$)/.test(text)) return 'vtt'
  const timings = text.match(/^\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->/gm)?.length ?? 0
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

const printableName = (name: string): string => name.replaceAll(/[\p{C}]/gu, '').slice(-80)

/** Captions of a six-hour hearing are under 2 MB. */
const limitBytes = 50 * 1024 * 1024

const askFor =
  'Ask the reporter for the same transcript as ASCII text with page and line numbers (.txt) and attach that.'

const closed: Record<string, string> = {
  '.ptx': `This is an E-Transcript bundle (PTX), a proprietary format. ${askFor}`,
  '.ptz': `This is an E-Transcript bundle (PTZ), a proprietary format. ${askFor}`,
  '.xmef': `This is an exhibit-linked E-Transcript (XMEF), a proprietary format. ${askFor}`,
  '.ptf': `This is a LiveNote transcript (PTF), a proprietary format. ${askFor}`,
  '.lef': `This is a LiveNote evidence file (LEF), a proprietary format. ${askFor}`,
  '.lvf': `This is a LiveNote evidence file (LVF), a proprietary format. ${askFor}`,
  '.cms': `This is a synchronized TrialDirector transcript (CMS), a proprietary format. ${askFor}`,
  '.mdb': `This is a synchronized transcript database (MDB), a proprietary format. ${askFor}`,
  '.sbf': `This is a court reporting software bundle (SBF), a proprietary format. ${askFor}`,
  '.docx': `This is a Word document, so its pages and lines differ from the reporter’s. ${askFor}`,
  '.doc': `This is a Word document, so its pages and lines differ from the reporter’s. ${askFor}`,
  '.rtf': `This is a Rich Text document, so its pages and lines differ from the reporter’s. ${askFor}`,
  '.pdf': `This is a PDF, and text extracted from it loses its pages and lines. ${askFor}`,
  '.zip': 'This is a ZIP archive. Unpack it and attach the transcript inside it.',
}

const dosEnd = '\u001A'

const signatures: [string, string][] = [
  ['%PDF-', '.pdf'],
  ['{\\rtf', '.rtf'],
  ['\xd0\xcf\x11\xe0', '.doc'],
  ['\x00\x01\x00\x00Standard', '.mdb'],
]

/** Decodes UTF-8, UTF-16 (with or without a byte order mark), and Windows-1252. Normalizes line endings to `\n`. */
function decodeTranscript(bytes: Uint8Array, name: string): string {
  if (bytes.length === 0) throw new Unprocessable('The transcript is empty. Attach a file with text in it.')
  if (bytes.length > limitBytes)
    throw new Unprocessable('The transcript is larger than 50 MB. Attach only the text, without images or audio.')
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

/** Latin text in UTF-16 has a zero in every other byte. 8-bit text has none. */
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
