import { expect, test } from 'vitest'
import type { Turn } from '#contract/videos/transcript.ts'
import { cleanWord, readLexicon, readFigure, pronounceByRule } from './lexicon.ts'
import { findSphinx } from './sphinx.ts'
import { readScript } from './script.ts'

test.each([
  ['12', ['twelve']],
  ['405', ['four hundred five', 'four oh five', 'four hundred and five']],
  ['1998', ['nineteen ninety eight', 'one thousand nine hundred ninety eight']],
  ['2024', ['two thousand twenty four', 'twenty twenty four']],
  ['$1,200', ['one thousand two hundred dollars']],
  ['21st', ['twenty first']],
  ['28th', ['twenty eighth']],
  ['4:05', ['four oh five']],
  ['50%', ['fifty percent']],
  ['007', ['oh oh seven']],
  ['hello', []],
])('pronounces %s as %j', (written, spoken) => {
  expect(readFigure(written)).toEqual(spoken)
})

test.each([
  ['“Yes.”', 'yes'],
  ['don’t', "don't"],
  ['U.S.', 'u.s.'],
  ['jurors’', "jurors'"],
  ['(Pause)', 'pause'],
  ['--', ''],
])('reads %s as the word %s', (written, clean) => {
  expect(cleanWord(written)).toBe(clean)
})

test('finds a pronunciation for every name', () => {
  for (const name of ['okonkwo', 'wojciechowski', 'nguyen', 'ng', 'xiu', 'zsa', 'fred'])
    expect(pronounceByRule(name)).toMatch(/^[A-Z]/)
})

const sphinx = findSphinx()

test('derives words outside the dictionary from it if possible', async () => {
  const lexicon = await readLexicon(sphinx!.dictionary)
  expect(lexicon.pronounce('Juror')[0]).toBe('JH UH R ER')
  expect(lexicon.pronounce('forty-one')[0]).toBe('F AO R T IY W AH N')
  expect(lexicon.pronounce("Kwok's")[0]).toMatch(/S$/)
  expect(lexicon.pronounce('v.')[0]).toBe('V ER S AH S')
  expect(lexicon.pronounce('FBI')).toEqual(['EH F B IY AY'])
  expect(lexicon.pronounce('constructor')[0]).toMatch(/^K AH N S T R AH K/)
  expect(lexicon.pronounce('XXXXXX')).toEqual([])
  expect(lexicon.pronounce('--')).toEqual([])
})

test('skips notes, remarks, and dashes', async () => {
  const turn = (index: number, text: string, role: Turn['role']): Turn => ({
    index,
    text,
    role,
    speaker: null,
    jurorNumber: null,
    words: [],
    startMs: null,
    endMs: null,
    page: null,
    line: null,
  })
  const { tokens } = readScript(
    [turn(0, '(Sidebar)', 'note'), turn(1, 'I -- (witness nods) I do (with some doubt).', 'juror')],
    await readLexicon(sphinx!.dictionary),
  )
  expect(tokens.map(({ key, turn: at, word }) => [key, at, word])).toEqual([
    ['i', 1, 0],
    ['i', 1, 4],
    ['do', 1, 5],
  ])
})
