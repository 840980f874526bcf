import { expect, test } from 'vitest'
import { hasJurors, isJurorTable, parseTable, toSheet } from './sheet.ts'

const list = { headers: ['Number', 'Name'], targets: ['jurorNumber', 'displayName'] }

test.each([
  ['a number, a period, and the last name first', '1. ALVAREZ, Maria T.\n2. Bennett, Dale', ['1', 'Maria T. ALVAREZ'], ['2', 'Dale Bennett']],
  ['a number and the last name first', '21 Hill, Ann\n7B Cook, Bo', ['21', 'Ann Hill'], ['7B', 'Bo Cook']],
  ['a number and the first name first', '21 Ann Hill\n22 Bo Cook', ['21', 'Ann Hill'], ['22', 'Bo Cook']],
  ['a number, a period, and the first name first', '21. Ann Hill\n22. Bo Cook', ['21', 'Ann Hill'], ['22', 'Bo Cook']],
  ['a number and a parenthesis', '(21) Ann Hill\n22) Cook, Bo', ['21', 'Ann Hill'], ['22', 'Bo Cook']],
  ['a label', 'Juror 021: Ann Hill\nJuror No. 22 - Cook, Bo', ['021', 'Ann Hill'], ['22', 'Bo Cook']],
  ['numbers with hyphens and letters', '12-0345 Ann Hill\nA-12 Cook, Bo', ['12-0345', 'Ann Hill'], ['A-12', 'Bo Cook']],
  ['a suffix and a particle', '4. HILL, Bo, Jr.\n5. De la Cruz, Rosa\n6. Lee Jr., Al', ['4', 'Bo HILL Jr.'], ['5', 'Rosa De la Cruz'], ['6', 'Al Lee Jr.']],
  ['a long name', '1. Hill, Ann\n14. Montgomery-Castellanos, Theodora', ['1', 'Ann Hill'], ['14', 'Theodora Montgomery-Castellanos']],
  ['last names only', '21. Hill\n22. Cook', ['21', 'Hill'], ['22', 'Cook']],
  ['a numbered list copied from a document', '\uFEFF1.\tALVAREZ, Maria T.\r\n2.\tBennett, Dale', ['1', 'Maria T. ALVAREZ'], ['2', 'Dale Bennett']],
  ['tabs', '21\tHill, Ann\n22\tCook, Bo', ['21', 'Ann Hill'], ['22', 'Bo Cook']],
  ['commas and quotes', '21,"Hill, Ann"\n22,"Cook, Bo"', ['21', 'Ann Hill'], ['22', 'Bo Cook']],
  ['semicolons', '21;Ann Hill\n22;Bo Cook', ['21', 'Ann Hill'], ['22', 'Bo Cook']],
  ['a title', 'Jurors for Monday\n1. Hill, Ann\n2. Cook, Bo', ['1', 'Ann Hill'], ['2', 'Bo Cook']],
  ['one heading', 'Juror\n1. Hill, Ann\n2. Cook, Bo', ['1', 'Ann Hill'], ['2', 'Bo Cook']],
  ['one juror', '21. Hill, Ann', ['21', 'Ann Hill']],
])('reads a list without column names: %s', (_, text, ...rows) => {
  expect(parseTable(text)).toEqual({ ...list, rows })
  expect(isJurorTable(parseTable(text))).toBe(true)
}) // prettier-ignore

test.each([
  ['Last, First\n1. Hill, Ann\n2. Cook, Bo', ['1', 'Ann Hill'], ['2', 'Bo Cook']],
  ['No. Last, First\n1. Hill, Ann\n2. Cook, Bo', ['1', 'Ann Hill'], ['2', 'Bo Cook']],
  ['No. Name (Last, First)\n21 Hill, Ann\n22 Cook, Bo', ['21', 'Ann Hill'], ['22', 'Bo Cook']],
])('reads a heading "Last, First" above a list as one name column: %s', (text, ...rows) => {
  expect(parseTable(text)).toEqual({ ...list, rows })
})

test.each(['last,first\nHill,Ann\nCook,Bo', 'Last, First\nHill, Ann\nCook, Bo', '"Last, First"\n"Hill, Ann"\n"Cook, Bo"'])('reads a list of only last and first names: %s', (text) => {
  const rows = [['1', 'Ann Hill'], ['2', 'Bo Cook']]
  expect(parseTable(text)).toEqual({ headers: ['Place in the list', 'Name'], targets: ['leave_out', 'displayName'], rows })
}) // prettier-ignore

test.each([
  'No,"Last, First"\n1,"Hill, Ann"\n2,"Cook, Bo, Jr."',
  'No\tLast, First\n1\tHill, Ann\n2\tCook, Bo, Jr.',
  'No\tLast name / First name\n1\tHill, Ann\n2\tCook, Bo, Jr.',
  'No\tName (Last, First)\n1\tHill, Ann\n2\tCook, Bo, Jr.',
  'No,Last,First\n1,"Hill, Ann"\n2,"Cook, Bo, Jr."',
])('puts the first name first under a heading "Last, First": %s', (text) => {
  const rows = [['1', 'Ann Hill'], ['2', 'Bo Cook Jr.']]
  expect(parseTable(text)).toEqual({ headers: ['No', 'Name'], rows })
}) // prettier-ignore

test('merges headings only if one cell holds both names', () => {
  const both = 'Number,Last,First,Occupation\n1,"Hill, Ann",Nurse\n2,"Cook, Bo",Pilot'
  expect(parseTable(both)).toEqual({
    headers: ['Number', 'Name', 'Occupation'],
    rows: [
      ['1', 'Ann Hill', 'Nurse'],
      ['2', 'Bo Cook', 'Pilot'],
    ],
  })
  const apart = 'No,Last,First\n1,Hill,Ann'
  expect(parseTable(apart)).toEqual({ headers: ['No', 'Last', 'First'], rows: [['1', 'Hill', 'Ann']] })
  const reversed = 'First,Last\nAnn,Hill'
  expect(parseTable(reversed)).toEqual({ headers: ['First', 'Last'], rows: [['Ann', 'Hill']] })
})

test('keeps a first line that isn’t a juror, without a number', () => {
  expect(parseTable('Department Twelve\n1. Hill, Ann\n2. Cook, Bo')).toEqual({
    ...list,
    rows: [
      ['', 'Department Twelve'],
      ['1', 'Ann Hill'],
      ['2', 'Bo Cook'],
    ],
  })
})

test('asks for numbers if a list has only names', () => {
  const rows = [
    ['1', 'Faith Hill'],
    ['2', 'Bo Cook'],
  ]
  for (const text of ['Hill, Faith\nCook, Bo', 'Faith Hill\nBo Cook', 'Name\nHill, Faith\nCook, Bo']) {
    const sheet = parseTable(text)
    expect(sheet).toEqual({ headers: ['Place in the list', 'Name'], targets: ['leave_out', 'displayName'], rows })
    expect(isJurorTable(sheet)).toBe(true)
  }
})

test('finds the number and the name by their content, and leaves other columns for the person to map', () => {
  expect(parseTable('Ann Hill,121,Nurse\nBo Cook,122,Pilot')).toEqual({
    headers: ['Name', 'Number', 'Column 3'],
    targets: ['displayName', 'jurorNumber', 'leave_out'],
    rows: [
      ['Ann Hill', '121', 'Nurse'],
      ['Bo Cook', '122', 'Pilot'],
    ],
  })
  expect(parseTable('21\tHill\tAnn\t52\n22\tNo\tBo\t33')).toEqual({
    headers: ['Number', 'Last name', 'First name', 'Column 4'],
    targets: ['jurorNumber', 'displayName', 'displayName', 'leave_out'],
    rows: [
      ['21', 'Hill', 'Ann', '52'],
      ['22', 'No', 'Bo', '33'],
    ],
  })
  expect(parseTable('1. 104523 HILL, ANN\n2. 204522 COOK, BO')).toEqual({
    headers: ['Order', 'Number', 'Name'],
    targets: ['orderIndex', 'jurorNumber', 'displayName'],
    rows: [
      ['1', '104523', 'ANN HILL'],
      ['2', '204522', 'BO COOK'],
    ],
  })
  expect(toSheet([['18'], ['24']])).toEqual({ headers: ['Number'], targets: ['jurorNumber'], rows: [['18'], ['24']] })
})

test.each([
  ['a comma', '1. Ann Hill, Nurse\n2. Bo Cook, Retired teacher'],
  ['a wide gap', '1.   HILL, Ann   Nurse\n2.   COOK, Bo   Retired teacher'],
  ['a dash', '1. Ann Hill – Nurse\n2. Bo Cook – Retired teacher'],
])('puts the text after the name in its own column: %s', (_, text) => {
  const { headers, rows, targets } = parseTable(text)
  expect({ headers, targets }).toEqual({
    headers: ['Number', 'Name', 'Column 3'],
    targets: ['jurorNumber', 'displayName', 'leave_out'],
  })
  expect(rows.map(([, , job]) => job)).toEqual(['Nurse', 'Retired teacher'])
})

test('doesn’t take ages, phone numbers, or dates for juror numbers', () => {
  for (const cells of [['52', '33'], ['555-0101', '555-0102'], ['1970-01-02', '1981-03-04']]) {
    const { headers, targets } = toSheet([['Ann Hill', cells[0]!], ['Bo Cook', cells[1]!]])
    expect({ headers, targets }).toEqual({
      headers: ['Place in the list', 'Name', 'Column 3'],
      targets: ['leave_out', 'displayName', 'leave_out'],
    })
  }
}) // prettier-ignore

test('reads tables with column names as before', () => {
  for (const text of ['No\tJob\n1\tNurse', 'Badge\tWhat do you do?\n18\tNurse', 'Name,1. Job?\nAnn Hill,Nurse']) {
    const [head = '', row = ''] = text.split('\n')
    expect(parseTable(text)).toEqual({ headers: head.split(/[\t,]/), rows: [row.split(/[\t,]/)] })
  }
})

test('doesn’t take other text for jurors', () => {
  for (const text of ['', 'hello world', 'I saw it today.\nHe was late, too.', 'A note about the court.'])
    expect([hasJurors(parseTable(text)), isJurorTable(parseTable(text))]).toEqual([false, false])
  const notOnThePage = [
    'Questions\tfor the panel\n31\tPilot',
    '1. Have you served?\n2. Do you know anyone?',
    '5',
    'Ann Hill',
  ]
  expect(notOnThePage.map((text) => [hasJurors(parseTable(text)), isJurorTable(parseTable(text))])).toEqual(
    notOnThePage.map(() => [true, false]),
  )
})
