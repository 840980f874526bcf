import { expect, test } from 'vitest'
import { toDocxParts } from './docx.ts'

const writeTitle = (title: string): string => {
  const doc: Parameters<typeof toDocxParts>[0] = {
    title,
    subtitle: '',
    mark: '',
    watermark: '',
    reference: '',
    paper: 'letter',
    caption: null,
    facts: [],
    blocks: [],
    notices: [],
    asOf: '2026-03-02T00:00:00Z',
    asOfWords: '',
    fingerprint: '',
    audit: null,
    refusal: null,
  }
  return toDocxParts(doc)['word/document.xml']?.split('</w:p>')[0] ?? ''
}

test('keeps the words of a right-to-left phrase in one run, in reading order', () => {
  const runs = writeTitle('Juror דנה לוי said yes')
    .split('<w:r>')
    .slice(1)
    .map((run) => [run.includes('<w:rtl/>'), /<w:t[^>]*>([^<]*)/.exec(run)?.[1]])
  expect(runs).toEqual([
    [false, 'Juror '],
    [true, 'דנה לוי'],
    [false, ' said yes'],
  ])
})
