import { expect, test } from 'vitest'
import { checkWords } from './words.ts'
import { checkProse, countDocumentation, countProse } from './words.prose.ts'
import { checkCopy } from './words.copy.ts'
import { checkVoice } from './words.voice.ts'

const slash = '/'

test('rejects a machine path and names its line', () => {
  const text = `fine\nsee ${slash}work/main/notes.txt\n`
  expect(checkWords('docs/a.md', text)).toEqual([
    `docs/a.md:2: ${slash}work/main/notes.txt is a path of one machine. Use a relative path.`,
  ])
  expect(checkWords('a.ts', `'${slash}home/someone'`)).toHaveLength(1)
  expect(checkWords('a.ts', `"${slash}tmp/bash_jobs.0/1"`)).toHaveLength(1)
})

test('accepts lookalike words and URLs', () => {
  expect(checkWords('a.md', 'paper/work/play, https://example.org/home/page, /workers/1, ~/work/x')).toEqual([])
})

test('rejects a lock file that names a registry', () => {
  const text = '"resolved": "https://registry.example/zod.tgz"'
  expect(checkWords('package-lock.json', text)).toHaveLength(1)
  expect(checkWords('other.json', text)).toEqual([])
})

const problems = (text: string, isCopy = false) => checkVoice([{ at: 'a.ts:1', text, isCopy }])

test.each([
  ['Turns that are nobody’s.', '“nobody’s” reads like a translation; say “not assigned” or “no one”.'],
  ['A strike of ours needs a quote.', '“of ours” reads like a translation; say “their”, “your”, or “our”.'],
  ['The file is no picture.', '“is no picture” reads like a translation; say “isn’t a”.'],
  ['Groups the voices anew.', '“anew” reads like a translation; say “again”.'],
  ['Null where no file exists.', '“where no” reads like a translation; say “if” or “when”.'],
  ['Findings stand here once a video was analyzed.', '“stand here” reads like a translation; say “appear”.'],
  ['Bring it in', '“Bring it in” reads like a translation; say “import”.'],
  [
    'This passkey signs nobody in any more',
    '“signs nobody” reads like a translation; say “no longer works” or “none yet”.',
  ],
  ['Exports may be kept without an end', '“without an end” reads like a translation; say “never expires”.'],
  ['No strike was said in court yet', '“was said in court” reads like a translation; say “on the record”.'],
  [
    'The voices are being grouped; this list follows by itself.',
    '“by itself” reads like a translation; say “automatically” or “alone”.',
  ],
  ['75 % of the words', '“5 %” reads like a translation; write 75%.'],
])('rejects a phrase that reads like a translation: %s', (text, sentence) => {
  expect(problems(text)).toEqual([`a.ts:1: ${sentence}`])
})

test('accepts ordinary words and checks manners only in UI text', () => {
  expect(problems('There is no juror in seat 4. The case is no longer open. Tell us where the file is.')).toEqual([])
  expect(problems('Saved successfully!', true)).toHaveLength(1)
  expect(problems('Saved successfully!')).toEqual([])
})

const copyProblems = (text: string, file = 'web/a.tsx', isQuoted = false) =>
  checkCopy([{ id: 'a', screen: 'a', file, line: 1, text, isQuoted }])

test.each(['Save Profile', 'New API Token', 'Two-Factor Sign-In Turned Off', '{count} Cases Archived', 'Sign In'])(
  'rejects title case: %s',
  (text) => expect(copyProblems(text)).toEqual([expect.stringContaining('use sentence case')]),
)

test('accepts sentence case, names, and what the specification quotes', () => {
  for (const text of ['Save profile', 'New API token', 'Open the Help Center', 'Excel (XLSX)', 'Seat {seat}'])
    expect(copyProblems(text)).toEqual([])
  expect(copyProblems('Refresh Page', 'web/a.tsx', true)).toEqual([])
})

test('rejects straight apostrophes everywhere, and straight quotation marks outside a terminal', () => {
  const apostrophe = [expect.stringContaining('use ’ as the apostrophe')]
  expect(copyProblems("You can't edit this.")).toEqual(apostrophe)
  expect(copyProblems("{name}'s account is locked.", 'cli/a.ts')).toEqual(apostrophe)
  expect(copyProblems('The file "{name}" has changed.')).toEqual([expect.stringContaining('use “ and ”')])
  expect(copyProblems('The file "{name}" has changed.', 'cli/a.ts')).toEqual([])
  expect(copyProblems('Run "venire reset-password".')).toEqual([])
  expect(copyProblems('The file “{name}” can’t be read.')).toEqual([])
})

test('counts prose and inline code, but no tables, code blocks, or link targets', () => {
  const markdown = [
    '# Two words',
    '',
    'Run `npm start`, or see [the page](docs/a long target.md) – now.',
    '',
    '| Name | Value of it |',
    '|---|---|',
    '',
    '```sh',
    'echo no word of this | cat',
    '```',
    '- One item',
    '',
    '```',
    'three words more',
    '```',
    '',
    '  ```',
    '  indented code',
    '  ```',
  ].join('\n')
  expect(countProse(markdown)).toBe(2 + 8 + 2)
})

test('limits documentation to 15,000 words without evidence and release notes', () => {
  const text = 'word '.repeat(15_000)
  const evidence = ['CHANGELOG.md', 'docs/security.md', 'docs/spec-coverage.md', 'a.ts'].map((name) => ({ name, text }))
  const count = (...added: string[]) =>
    countDocumentation([
      ...evidence,
      { name: 'docs/a.md', text },
      ...added.map((each) => ({ name: 'README.md', text: each })),
    ])
  expect(checkProse(count())).toEqual([])
  expect(checkProse(count('two more'))).toEqual([
    'Documentation has 15002 words of prose, 2 too many. Replace text instead of adding it.',
  ])
})
