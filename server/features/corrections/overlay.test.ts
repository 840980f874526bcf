import { array, assert, nat, property, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import type { Word } from '#contract/videos/transcript.ts'
import { applyPatches, type Spoken } from './overlay.ts'

const word = (text: string, startMs: number, endMs: number): Word => ({
  text,
  startMs,
  endMs,
  confidence: 0.9,
  estimated: false,
})
const spoken: Spoken = {
  text: 'I could  be fare,\nI think.',
  words: [
    word('I', 0, 100),
    word('could', 100, 400),
    word('be', 400, 500),
    word('fare,', 500, 900),
    word('I', 900, 1000),
    word('think.', 1000, 1500),
  ],
  lines: [
    { word: 0, page: 4, line: 1 },
    { word: 4, page: 4, line: 2 },
  ],
}

test('replacing one word keeps its time and everything around it', () => {
  const shown = applyPatches(spoken, [{ from: 3, to: 3, newText: 'fair,' }])
  expect(shown.text).toBe('I could  be fair,\nI think.')
  expect(shown.words[3]).toEqual({ text: 'fair,', startMs: 500, endMs: 900, confidence: null, estimated: false })
  expect(shown.words.toSpliced(3, 1)).toEqual(spoken.words.toSpliced(3, 1))
  expect(shown.lines).toEqual(spoken.lines)
})

test("a person's words are no longer marked as uncertain or as changed", () => {
  const marked = { ...word('fifteen', 0, 100), check: 'number', heard: 'fifty', differs: true } as const
  const shown = applyPatches({ text: 'fifteen', words: [marked], lines: null }, [{ from: 0, to: 0, newText: 'fifty' }])
  expect(shown.words).toEqual([{ text: 'fifty', startMs: 0, endMs: 100, confidence: null, estimated: false }])
})

test('extra words share the old time as estimates, and line starts shift', () => {
  const shown = applyPatches(spoken, [{ from: 1, to: 1, newText: 'could not really' }])
  expect(shown.text).toBe('I could not really  be fare,\nI think.')
  expect(shown.words.slice(1, 4)).toEqual([
    { text: 'could', startMs: 100, endMs: 207, confidence: null, estimated: true },
    { text: 'not', startMs: 207, endMs: 271, confidence: null, estimated: true },
    { text: 'really', startMs: 271, endMs: 400, confidence: null, estimated: true },
  ])
  expect(shown.words[4]).toEqual(spoken.words[2])
  expect(shown.lines?.[1]).toEqual({ word: 6, page: 4, line: 2 })
})

test('removes unspoken words without leaving gaps', () => {
  const shown = applyPatches(spoken, [
    { from: 1, to: 2, newText: '' },
    { from: 5, to: 5, newText: '' },
  ])
  expect(shown.text).toBe('I fare,\nI')
  expect(shown.words.map(({ text }) => text)).toEqual(['I', 'fare,', 'I'])
  expect(shown.lines).toEqual([
    { word: 0, page: 4, line: 1 },
    { word: 2, page: 4, line: 2 },
  ])
})

test('after any correction, text and words agree, times stay inside the turn, and other words keep theirs', () => {
  const words = array(stringMatching(/^[a-z]{1,6}$/), { maxLength: 4 })
  assert(
    property(nat(5), nat(5), words, (a, b, said) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const shown = applyPatches(spoken, [{ from, to, newText: said.join(' ') }])
      const texts = shown.text.split(/\s+/).filter(Boolean)
      expect(shown.words.map(({ text }) => text)).toEqual(texts)
      expect(shown.words.slice(0, from)).toEqual(spoken.words.slice(0, from))
      expect(shown.words.slice(from + said.length)).toEqual(spoken.words.slice(to + 1))
      let earlier = 0
      for (const { startMs, endMs } of shown.words) {
        expect(startMs).toBeGreaterThanOrEqual(earlier)
        expect(endMs).toBeGreaterThanOrEqual(startMs)
        earlier = endMs
      }
      for (const line of shown.lines ?? []) expect(line.word).toBeLessThan(shown.words.length)
    }),
  )
})
