import { expect, test } from 'vitest'
import { parseTable } from '#contract/jurors/sheet.ts'
import { decode, readTableFile } from './ImportDialog.tsx'

test('reads quotes, delimiters, and line breaks inside cells', () => {
  expect(parseTable('\uFEFFNo,Job\r\n1,"Nurse, night ""shift"""\r\n\r\n2,"two\nlines"\r\n')).toEqual({
    headers: ['No', 'Job'],
    rows: [
      ['1', 'Nurse, night "shift"'],
      ['2', 'two\nlines'],
    ],
  })
})

test('reads a pasted spreadsheet, and semicolons', () => {
  expect(parseTable('No\tJob\n1\tTeacher, retired').rows).toEqual([['1', 'Teacher, retired']])
  expect(parseTable('No;Job\n1;Pilot').rows).toEqual([['1', 'Pilot']])
})

test('drops empty columns and names those without a header', () => {
  expect(parseTable('No,,\n1,x,')).toEqual({ headers: ['No', 'Column 2'], rows: [['1', 'x']] })
  expect(parseTable('')).toEqual({ headers: [], rows: [] })
})

test("reads accented names from any spreadsheet's files", () => {
  const text = 'No,Name\n1,José Muñoz'
  const utf8 = new TextEncoder().encode(text).buffer
  const windows = Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer
  const unicode = new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (letter) => letter.charCodeAt(0)).buffer).buffer
  for (const bytes of [utf8, windows, unicode]) expect(parseTable(decode(bytes)).rows).toEqual([['1', 'José Muñoz']])
})

test('refuses files that hold no text, whatever their name', async () => {
  const film = Uint8Array.from([0, 0, 0, 32, 0x66, 0x74, 0x79, 0x70, 0x6d, 0x70, 0x34, 0x32, 10, 44, 44])
  for (const name of ['day.mp4', 'jurors.csv'])
    await expect(readTableFile(new File([film], name))).rejects.toThrow('Choose a CSV or XLSX file')
  expect((await readTableFile(new File(['No,Job\n1,Pilot'], 'jurors.csv'))).rows).toEqual([['1', 'Pilot']])
})
