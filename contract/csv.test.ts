import { expect, test } from 'vitest'
import { parseCsv } from './csv.ts'

test.each([
  [
    'commas',
    'No,Name\n1,Lee',
    [
      ['No', 'Name'],
      ['1', 'Lee'],
    ],
  ],
  [
    'semicolons',
    'No;Name\n1;"Lee; Ann"',
    [
      ['No', 'Name'],
      ['1', 'Lee; Ann'],
    ],
  ],
  [
    'cells of a spreadsheet',
    'No\tName, first\n1\tLee',
    [
      ['No', 'Name, first'],
      ['1', 'Lee'],
    ],
  ],
  [
    'quotes, doubled, and lines within',
    'a,b\n"say ""no""","two\nlines"',
    [
      ['a', 'b'],
      ['say "no"', 'two\nlines'],
    ],
  ],
  [
    'a mark at the beginning and line ends of Windows',
    '\uFEFFa,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'line ends of old Macs',
    'a,b\r1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'line ends of two kinds',
    'a,b\r\n1,2\n3,4\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'rows that say nothing',
    'a,b\n,\n\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['rows of other lengths', 'a,b\n1\n1,2,3', [['a', 'b'], ['1'], ['1', '2', '3']]],
])('parses %s', (_what, text, rows) => {
  expect(parseCsv(text)).toEqual(rows)
})

test.each([
  [
    'a space before a quote',
    'a,b\n1, "x, y"',
    [
      ['a', 'b'],
      ['1', 'x, y'],
    ],
  ],
  [
    'words behind a quote',
    'a,b\n"Ann" Lee,2',
    [
      ['a', 'b'],
      ['Ann Lee', '2'],
    ],
  ],
  [
    'quotes inside a cell',
    'a,b\n1,said "no"',
    [
      ['a', 'b'],
      ['1', 'said "no"'],
    ],
  ],
  [
    'a quote never closed',
    'a,b\n1,"x\n2,3',
    [
      ['a', 'b'],
      ['1', 'x\n2,3'],
    ],
  ],
])('tolerates %s', (_what, text, rows) => {
  expect(parseCsv(text)).toEqual(rows)
})
