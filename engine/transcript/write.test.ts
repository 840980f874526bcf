import { expect, test } from 'vitest'
import { toVtt } from '#contract/videos/captions.ts'
import { importTranscript } from './import.ts'
import { nameVoices, toSrt, toText } from './write.ts'

const read = (text: string, name = 'a.txt') => importTranscript(new TextEncoder().encode(text), name)
const long = Array.from({ length: 60 }, (_, at) => (at % 12 === 11 ? 'certain.' : 'word')).join(' ')

test('writes WebVTT with voices and escaped markup; cues have two lines of 42 characters and seven seconds at most', () => {
  const vtt = toVtt(
    read(
      `WEBVTT\n\n00:01.000 --> 00:31.000\n<v Juror 7>${long}\n\n00:40.000 --> 00:41.000\n<v The Court>5 &lt; 6 &amp; 7\n`,
    ).turns,
  )
  const cues = vtt.split('\n\n').slice(1)
  expect(cues.at(-1)).toBe('00:00:40.000 --> 00:00:41.000\n<v The Court>5 &lt; 6 &amp; 7\n')
  for (const cue of cues) {
    const [timing = '', ...lines] = cue.trim().split('\n')
    const [from = 0, to = 0] = timing.split(' --> ').map((time) => Number(time.split(':')[2]))
    expect(to - from).toBeLessThanOrEqual(7)
    expect(lines.length).toBeLessThanOrEqual(2)
    for (const line of lines) expect(line.replace('<v Juror 7>', '').length).toBeLessThanOrEqual(42)
  }
  expect(cues[0]).toMatch(/certain\.$/)
})

test('written WebVTT reads back with the same words and speakers', () => {
  const first = read(`WEBVTT\n\n00:01.000 --> 00:31.000\n<v Juror 7>${long}\n\n00:33.000 --> 00:34.000\nNobody.\n`)
  const again = read(toVtt(first.turns))
  expect(again.turns.map((turn) => [turn.speaker, turn.jurorNumber, turn.text])).toEqual(
    first.turns.map((turn) => [turn.speaker, turn.jurorNumber, turn.text]),
  )
  expect(again.turns[0]?.words.at(-1)?.endMs).toBe(31_000)
})

test("a caption doesn't stay on during a pause", () => {
  const vtt = toVtt(read('start,end,speaker,text\n1,2,A,First\n9,10,A,second').turns)
  expect(vtt).toContain('00:00:01.000 --> 00:00:02.000\n<v A>First\n')
})

test('SubRip names the speaker at each change', () => {
  const srt = toSrt(read('start,end,speaker,text\n1,2,A,One\n9,10,A,two\n11,12,B,three'))
  expect(srt).toBe(
    '1\n00:00:01,000 --> 00:00:02,000\nA: One\n\n2\n00:00:09,000 --> 00:00:10,000\ntwo\n\n3\n00:00:11,000 --> 00:00:12,000\nB: three\n',
  )
})

test('plain text: times, page and line, and speakers; it reads back as a transcript', () => {
  const timed = toText(read('start,end,speaker,text\n3661,3662,THE COURT,Good morning.\n3663,3664,JUROR 4,Hello.'))
  expect(timed).toBe('[01:01:01] THE COURT: Good morning.\n\n[01:01:03] JUROR 4: Hello.\n')
  expect(read(timed).turns.map((turn) => [turn.startMs, turn.speaker])).toEqual([
    [3_661_000, 'THE COURT'],
    [3_663_000, 'JUROR 4'],
  ])
  const cited = toText(read('Page 7\n1 THE COURT: Yes.\n2 JUROR 4: No.\n3 THE COURT: Sit.\n4 JUROR 5: I\n5 am.\n'))
  expect(cited).toContain('(7:4) JUROR 5: I am.')
})

test('text names the voices heard in a transcript without speakers, and keeps the speakers of others', () => {
  const transcript = read('start,end,text\n1,2,Good morning.\n3,4,Hello.')
  const voices = ['voice-1', 'voice-2'].map((label, at) => ({
    label,
    displayName: `Voice ${at + 1}`,
    role: 'unknown' as const,
    jurorNumber: null,
    turns: 1,
    words: 2,
    talkMs: 1000,
    spans: [],
  }))
  const turnVoices = [
    { turn: 0, label: 'voice-1', margin: null },
    { turn: 1, label: 'voice-2', margin: null },
  ]
  const turns = nameVoices(transcript.turns, { method: 'voices', speakers: voices, turnVoices })
  expect(toText({ ...transcript, turns })).toBe('[00:00:01] Voice 1: Good morning.\n\n[00:00:03] Voice 2: Hello.\n')
  const named = read('THE COURT: Yes.')
  expect(nameVoices(named.turns, { method: 'transcript', speakers: [] })).toEqual(named.turns)
})

test('text marks the words to check and says what the mark means', () => {
  const transcript = read('start,end,text\n1,2,I moved in 1961.')
  const [turn] = transcript.turns
  const words = turn!.words.map((word) => (word.text === '1961.' ? { ...word, check: 'number' as const } : word))
  expect(toText({ ...transcript, turns: [{ ...turn!, words }] })).toBe(
    '[?] marks a number, name, or negation recognized with less than 90% confidence, or a name changed to match the case.\n\n[00:00:01] I moved in 1961. [?]\n',
  )
})
