import { Unprocessable } from '#engine/stage.ts'
import { readDialogue } from './dialogue.ts'
import { decodeXml } from './documents.ts'
import { type Draft, finishTurns, type Line, type TextTranscript } from './draft.ts'
import { closeTimes } from './plain.ts'

const lineAtMost = 20_000
export const damagedDvt =
  'The DVT file is damaged or not OpenDVT. Ask the vendor to export it again as OpenDVT (.dvt) or captions (.srt).'

export const looksLikeDvt = (text: string): boolean =>
  /^\uFEFF?\s*<(?:\?xml|\w)/.test(text) && /<Line\b/.test(text) && /<PageNo>/i.test(text) && /<Text\b/i.test(text)

/** Throws `Unprocessable` if the file is cut off, because its last words would be missing. */
function splitLines(text: string): string[] {
  const [, root = ''] = /<([A-Za-z][\w:.-]*)/.exec(text) ?? []
  if (!text.trimEnd().endsWith(`</${root}>`)) throw new Unprocessable(damagedDvt)
  return text
    .split(/<Line\b/)
    .slice(1)
    .map((start) => {
      const [body = '', ...ends] = start.split('</Line>', 2)
      if (ends.length === 0) throw new Unprocessable(damagedDvt)
      if (body.length > lineAtMost)
        throw new Unprocessable('The DVT file has a line of more than 20,000 characters. Export it again.')
      return body
    })
}

/**
 * Reads OpenDVT, an XML format. Each line has a page and a line number and, if it's synchronized, a time in
 * milliseconds.
 */
export function readDvt(text: string): TextTranscript {
  const lines: Line[] = []
  const streams = new Set<string>()
  let afterBlank = false
  for (const body of splitLines(text)) {
    const read = (name: string): string =>
      decodeXml(new RegExp(`<${name}\\b[^<>]*>([^<]*)</${name}>`, 'i').exec(body)?.[1] ?? '').trim()
    const spoken = read('text').replaceAll('\u00A0', ' ').trim()
    if (spoken === '') {
      afterBlank = true
      continue
    }
    const stream = read('stream')
    if (stream !== '') streams.add(stream)
    const [page = null, line = null, startMs = null] = ['PageNo', 'LineNo', 'TimeMs'].map((name) =>
      readWhole(read(name)),
    )
    const mark = /^[QA]$/.test(read('QA')) && !/^[QA][.\s]/.test(spoken) ? `${read('QA')}. ` : ''
    lines.push({ text: mark + spoken, page, line, startMs, afterBlank })
    afterBlank = false
  }
  if (lines.length === 0)
    throw new Unprocessable('The DVT file has no lines of text. Export it again with its transcript.')
  // Each stream is a separate video, so the same times occur more than once.
  const isTimed = streams.size <= 1
  const own = isTimed ? lines : lines.map((line) => ({ ...line, startMs: null }))
  const dialogue = readDialogue(own, false)
  const drafts: Draft[] = dialogue?.drafts ?? [{ speaker: null, role: 'unknown', jurorNumber: null, pieces: own }]
  closeTimes(drafts)
  const warnings = isTimed
    ? []
    : [
        'The DVT file covers several videos, so its times were ignored and the words were timed against this recording instead.',
      ]
  return {
    turns: finishTurns(drafts),
    warnings: [...warnings, ...(dialogue?.warnings ?? [])],
    cuts: dialogue?.cuts ?? [],
  }
}

const readWhole = (text: string): number | null => (/^\d{1,9}(?:\.\d+)?$/.test(text) ? Math.round(Number(text)) : null)
