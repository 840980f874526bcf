import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Transcript } from '#contract/videos/transcript.ts'
import { detectFormat, importTranscript } from './import.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (text: string, name = 'transcript.txt'): Transcript => importTranscript(bytes(text), name)
const brief = (transcript: Transcript): string[] =>
  transcript.turns.map((turn) => `${turn.speaker ?? '-'}|${turn.role}|${turn.text}`)

test('detects a format by content, whatever the file is called', () => {
  expect(detectFormat('WEBVTT\n\n00:01.000 --> 00:02.000\nHi', 'x.srt')).toBe('vtt')
  expect(detectFormat('1\n00:00:01,000 --> 00:00:02,000\nHi', 'x.txt')).toBe('srt')
  expect(detectFormat('start,end,speaker,text\n0,1,A,Hi', 'x.txt')).toBe('csv')
  expect(detectFormat('THE COURT: Good morning.\nJUROR 1: Good morning.', 'x.csv')).toBe('plain_text')
})

test.each([
  ['UTF-8 with a mark', new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('THE COURT: Café “today”.')])],
  [
    'UTF-16 little-endian',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('THE COURT: Café “today”.', 'utf16le')]),
  ],
  ['UTF-16 without a mark', Buffer.from('THE COURT: Café “today”.', 'utf16le')],
  ['UTF-16 big-endian', Buffer.from('\uFEFFTHE COURT: Café “today”.', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from('THE COURT: Caf\xe9 \x93today\x94.', 'latin1')],
  ['line ends of Windows and the end mark of DOS', bytes('THE COURT: Café\r\n“today”.\r\n\u001a')],
])('reads %s', (_encoding, content) => {
  expect(brief(importTranscript(content, 'a.txt'))).toEqual(['THE COURT|judge|Café “today”.'])
})

test.each(['ptx', 'ptf', 'lef', 'cms', 'mdb'])(
  'rejects a %s file and says what to request from the reporter',
  (ending) => {
    expect(() => importTranscript(bytes('anything'), `day1.${ending.toUpperCase()}`)).toThrow(
      /proprietary format\. Ask the .* ASCII text with page and line numbers/,
    )
  },
)

test.each([
  ['nothing', new Uint8Array(), 'The transcript is empty.'],
  ['white space', bytes(' \n\n'), 'The transcript is empty.'],
  ['machine code', Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919) % 256), 'not a text file'],
  ['a PDF under another name', bytes('%PDF-1.7 …'), 'This is a PDF'],
  ['a web page', bytes('<!DOCTYPE html><html>'), 'This is a web page'],
  ['a caption file without captions', bytes('1\n00:00:01,000 --> 00:00:02,000\n\n'), 'no words'],
])('rejects %s in one sentence', (_case, content, sentence) => {
  expect(() => importTranscript(content, 'a.txt')).toThrow(sentence)
})

test.each([
  ['brackets', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<'.repeat(1e6)}`],
  ['parentheses', '(A b\n'.repeat(100_000)],
  ['numbers on one line', Array.from({ length: 7000 }, (_, at) => at % 40).join(' ')],
  ['rows at the same time', `start,text\n${'1,hello\n'.repeat(100_000)}`],
  ['labels', 'THE COURT: '.repeat(1800)],
  ['blank lines', `THE COURT: Yes.${'\n'.repeat(480_000)}`],
])('finishes reading a hostile file of %s', (_case, text) => {
  // With an unbounded pattern, each of these files would take minutes.
  expect(read(text).turns.length).toBeGreaterThan(0)
})

test.each([
  ['one long line', 'THE COURT: '.repeat(2000), /line of more than 20,000 characters\. Save it/],
  ['too many lines', 'THE COURT: Yes.\n'.repeat(500_001), /more than 500,000 lines\. Attach/],
])('rejects %s in one sentence', (_case, text, sentence) => {
  expect(() => read(text)).toThrow(sentence)
})

test('drops null characters and half characters', () => {
  const text = `THE COURT: Good morning.\n${'JUROR 4: Yes.\n'.repeat(16_000)}THE COURT: A\0B.\n`
  expect(read(text).turns.at(-1)?.text).toBe('AB.')
})

test('shows at most ten headings and counts the rest', () => {
  const text = Array.from({ length: 14 }, (_, at) => `JUROR NO. ${at + 1}, SWORN\nBY THE COURT:\nQ. Fair?\nA. Yes.\n`)
  const [warning = ''] = read(`THE COURT: Go on.\n${text.join('')}`).warnings
  expect(warning).toMatch(/^Headings were left out: .*“JUROR NO\. 10, SWORN,” and 4 more\.$/)
})

test('shows at most ten uncertain answerers and counts the rest', () => {
  const text = Array.from({ length: 14 }, (_, at) => `Q. Is this Juror ${at + 1}?\nA. Yes.\n`)
  const { warnings } = read(`THE COURT: We begin voir dire.\n${text.join('')}`)
  expect(warnings.at(-1)).toMatch(/who gives these answers: .*“A\. \(Juror 10\?\),” and 4 more\.$/)
})

test('imports fit the contract', () => {
  const transcript = read('1\n00:00:01,000 --> 00:00:02,000\nJUROR 4: Yes.')
  expect(Transcript.parse(transcript)).toEqual(transcript)
  expect(transcript).toMatchObject({
    source: 'attached',
    format: 'srt',
    reason: 'A transcript was attached (transcript.txt).',
  })
})

const real = new URL('../../../shared/data/voirdire/', import.meta.url)
const hasReal = existsSync(real)

const comparable = (text: string): string =>
  text.replaceAll(/\(redacted\)|X{5,}/g, '[name redacted]').replaceAll(/——?/g, '--')

test.skipIf(!hasReal)(
  'imports a full day of federal voir dire: 3,416 turns with speakers (skipped without the real files)',
  () => {
    const { turns, format, warnings, cuts } = importTranscript(
      readFileSync(new URL('guo-2024-05-22.txt', real)),
      'day.txt',
    )
    const truth = readFileSync(new URL('dev_turns.jsonl', real), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>)
    expect(format).toBe('plain_text')
    expect(turns.map((turn) => [turn.role === 'note' ? '(note)' : turn.speaker, turn.role])).toEqual(
      truth.map((turn) => [turn.speaker, turn.speaker_role]),
    )
    const masked = /\[(?:employer|defense firm|name)\]|, sir\?/
    const different = turns.filter(
      (turn, at) => comparable(turn.text) !== truth[at]?.text && !masked.test(truth[at]?.text ?? ''),
    )
    expect(different.map((turn) => turn.index)).toEqual([1826])
    expect(warnings).toHaveLength(1)
    expect(cuts?.map(({ kind }) => kind)).toEqual(['cover'])
  },
)

test.skipIf(!hasReal)(
  'imports seven numbered pages of a public filing with page and line per turn (skipped without the real files)',
  () => {
    const { turns, format, warnings } = importTranscript(
      readFileSync(new URL('maxwell-juror50.txt', real)),
      'juror50.txt',
    )
    expect(format).toBe('reporter_ascii')
    expect(warnings).toEqual([])
    const at = (page: number, line: number): string | undefined =>
      turns.find((turn) => turn.page === page && turn.line === line)?.text
    expect(turns).toHaveLength(105)
    expect(at(128, 1)).toBe('No, your Honor. Thank you.')
    expect(at(129, 15)).toBe('None.')
    expect(at(133, 19)).toBe('Personal stuff, like selfies.')
    expect(at(133, 25)).toBe('Comedies, funny things.')
    expect(at(134, 19)).toBe('No. Thank you.')
    expect(turns.every((turn) => turn.page !== null && turn.line !== null)).toBe(true)
    const long = turns.find((turn) => turn.page === 128 && turn.line === 20)
    expect(long?.lines?.map((entry) => entry.line)).toEqual([20, 21, 22, 23, 24])
    expect(long?.text.split(' ')[long.lines?.[4]?.word ?? 0]).toBe('following')
  },
)
