import { expect, test } from 'vitest'
import { drawBlock } from './blocks.ts'
import { openPen } from './pen.ts'

test('an attribution never overlaps the cite or runs off the page', () => {
  const pen = openPen({ title: 'Cause memo', paper: 'letter', asOf: new Date(0).toISOString() })
  const written: { line: string; from: number; to: number; y: number }[] = []
  pen.write = (line, x, y, { size }) => {
    pen.pdf.fontSize(size)
    written.push({ line, from: x, to: x + pen.pdf.widthOfString(line), y })
  }
  const who = `PROSPECTIVE JUROR NUMBER TWENTY-ONE (${'Wolfeschlegelstein '.repeat(7)}Hausenberg)`
  const cite = { label: '1:04:07', url: 'https://firm.example', pageLine: '1204:25' }
  for (const by of [`${who} · Key statement, equivocal rehabilitation · medium`, 'Juror 12 · Hardship · low'])
    drawBlock(pen, { kind: 'quote', question: null, text: 'I could.', by, cite, note: null }, { last: null })
  expect(written.map(({ line }) => line).join(' ')).toContain('Hausenberg) · Key statement')
  expect(written.filter(({ to }) => to > pen.left + pen.width)).toEqual([])
  for (const each of written)
    expect(written.filter(({ y, from }) => y === each.y && from > each.from && from < each.to)).toEqual([])
})
