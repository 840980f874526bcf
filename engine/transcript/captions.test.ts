import { expect, test } from 'vitest'
import type { Turn } from '#contract/videos/transcript.ts'
import { readCsv } from './csv.ts'
import { importTranscript } from './import.ts'
import { readSrt, readVtt } from './captions.ts'

const brief = (turns: readonly Turn[]): unknown[] =>
  turns.map((turn) => [turn.speaker, turn.role, turn.jurorNumber, turn.startMs, turn.endMs, turn.text])

test('SubRip: each unlabeled cue is its own turn, with estimated word times', () => {
  const { turns, warnings } = readSrt(
    '1\n00:00:00,000 --> 00:00:02,000\n<i>I</i> {\\an8}remember\n\n2\n00:00:03,460 --> 00:00:06,660\nAll of it\n',
  )
  expect(brief(turns)).toEqual([
    [null, 'unknown', null, 0, 2000, 'I remember'],
    [null, 'unknown', null, 3460, 6660, 'All of it'],
  ])
  expect(turns[0]?.words).toEqual([
    { text: 'I', startMs: 0, endMs: 364, confidence: null, estimated: true },
    { text: 'remember', startMs: 364, endMs: 2000, confidence: null, estimated: true },
  ])
  expect(warnings).toEqual([])
})

test('labels name the speaker, unlabeled cues continue, and two speakers can share a cue', () => {
  const { turns } = readSrt(
    '1\n00:00:01,000 --> 00:00:02,000\n>> THE COURT: Can you\n\n2\n00:00:02,000 --> 00:00:03,000\nbe fair?\n\n3\n00:00:04,000 --> 00:00:06,000\n>> JUROR NO. 12: I think so.\nMS. SMITH: Thank you.\n\n4\n00:00:07,000 --> 00:00:08,000\n(Pause)\n',
  )
  expect(brief(turns)).toEqual([
    ['THE COURT', 'judge', null, 1000, 3000, 'Can you be fair?'],
    ['JUROR NO. 12', 'juror', '12', 4000, 5059, 'I think so.'],
    ['MS. SMITH', 'attorney', null, 5059, 6000, 'Thank you.'],
    [null, 'note', null, 7000, 8000, '(Pause)'],
  ])
})

test('unnamed voices change at ">>" and dialogue dashes', () => {
  const { turns } = readSrt(
    '1\n00:00:01,000 --> 00:00:02,000\n>> Yes,\n\n2\n00:00:02,000 --> 00:00:03,000\nsir.\n\n3\n00:00:03,000 --> 00:00:04,000\n>> Next.\n\n4\n00:00:05,000 --> 00:00:07,000\n- Me?\n- You.\n',
  )
  expect(turns.map((turn) => turn.text)).toEqual(['Yes, sir.', 'Next.', 'Me?', 'You.'])
})

test('reports each faulty cue in a sentence and loses no words', () => {
  const { turns, warnings } = readSrt(
    'Recorded live\n\n1\n00:00:09,000 --> 00:00:08,000\nBackwards.\n\n2\n00:00:xx,000 --> 00:00:08,000\nUnreadable.\n\n3\n00:00:05,000-->00:00:06,000\nTight.\n\n4\n00:00:01,000 --> 00:00:02,000\nEarly.\n\nAfter an empty line.\n',
  )
  expect(turns.map((turn) => [turn.text, turn.startMs])).toEqual([
    ['Recorded live', null],
    ['Backwards.', null],
    ['Unreadable.', null],
    ['Early. After an empty line.', 1000],
    ['Tight.', 5000],
  ])
  expect(warnings).toEqual([
    'The text before the first cue has no times. It was kept.',
    'Cue 2 ends before it starts, so its times were dropped.',
    'Cue 3 has unreadable times (“00:00:xx,000 --> 00:00:08,000”), so its text was kept without them.',
    'Cue 5 starts before the previous cue, so it was moved into order.',
  ])
})

test("WebVTT: voices, word times, entities, and blocks that aren't speech", () => {
  const { turns } = readVtt(
    'WEBVTT - sample\n\nNOTE\nnot said --\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:03.000 align:start\n<v.loud The Court>Smith &amp; Co.</v>\n\n00:04.000 --> 00:06.000\n<v Juror 7>I <00:04.500>do <00:05.000>not <c>know</c>\n\n00:06.000 --> 00:07.000\n<v Juror 7>him.\n',
  )
  expect(brief(turns)).toEqual([
    ['The Court', 'judge', null, 1000, 3000, 'Smith & Co.'],
    ['Juror 7', 'juror', '7', 4000, 7000, 'I do not know him.'],
  ])
  expect(turns[1]?.words.map((word) => [word.text, word.startMs, word.estimated])).toEqual([
    ['I', 4000, false],
    ['do', 4500, false],
    ['not', 5000, true],
    ['know', 5444, true],
    ['him.', 6000, true],
  ])
})

test('WebVTT without voice tags takes speakers from labels', () => {
  expect(brief(readVtt('WEBVTT\n\n00:01.000 --> 00:02.000\nJuror 3: Me.\n').turns)).toEqual([
    ['Juror 3', 'juror', '3', 1000, 2000, 'Me.'],
  ])
})

test('CSV: flexible column names, several time formats, and joined rows per speaker', () => {
  const { turns, warnings } = readCsv(
    'Start Time;End Time;Speaker Name;Transcript;Page\n0:01;0:02.5;THE COURT;"Good; ""morning"".";4\n0:03;0:04;THE COURT;Sit.;4\n4,5;;Juror 9;I am here now.;5\n6;bad;;(Laughter);5\n9;8;Juror 9;Late.;5\n',
  )
  expect(brief(turns)).toEqual([
    ['THE COURT', 'judge', null, 1000, 4000, 'Good; "morning". Sit.'],
    ['Juror 9', 'juror', '9', 4500, 5900, 'I am here now.'],
    [null, 'note', null, 6000, 6350, '(Laughter)'],
    ['Juror 9', 'juror', '9', null, null, 'Late.'],
  ])
  expect(turns[0]?.page).toBe(4)
  expect(warnings).toEqual([
    'Row 5 has an unreadable time (“bad”), so its text was kept without it.',
    'Row 6 ends before it starts, so its times were dropped.',
  ])
})

test('CSV in milliseconds, and one without words', () => {
  expect(readCsv('start_ms\tend_ms\ttext\n1500\t2500\tHi').turns[0]).toMatchObject({ startMs: 1500, endMs: 2500 })
  expect(() => readCsv('start,end\n1,2')).toThrow('no text column')
})

test.each([
  ['a.srt', ''],
  ['a.vtt', 'WEBVTT\n\n'],
])('decodes named and numeric entities in %s', (name, head) => {
  const said = 'JUROR 12: I don&#39;t &amp; won&#x27;t &quot;lean&quot;&hellip; &lt;5&gt; A&B &#55296; &frob;'
  const { turns } = importTranscript(Buffer.from(`${head}1\n00:00:01,000 --> 00:00:02,000\n${said}\n`), name)
  expect(turns.map(({ text }) => text)).toEqual(['I don\'t & won\'t "lean"… <5> A&B &frob;'])
})
