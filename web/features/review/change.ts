import type { Correction } from '#contract/videos/corrections.ts'

type Live = Pick<Correction, 'id' | 'from' | 'to' | 'newText'>
type Change = { from: number; to: number; newText: string; replaces: string[] }
type Segment = { from: number; to: number; id: string | null; words: readonly string[] }

const splitWords = (text: string): string[] => text.split(/\s+/).filter(Boolean)

function splitSegments(original: string, live: readonly Live[]): Segment[] {
  const segments: Segment[] = []
  const words = splitWords(original)
  for (let at = 0; at < words.length; at++) {
    const patch = live.find((each) => each.from === at)
    if (patch) {
      segments.push({ from: patch.from, to: patch.to, id: patch.id, words: splitWords(patch.newText) })
      at = patch.to
    } else segments.push({ from: at, to: at, id: null, words: [words[at]!] })
  }
  return segments
}

export const joinText = (original: string, live: readonly Live[]): string =>
  splitSegments(original, live)
    .flatMap(({ words }) => words)
    .join(' ')

/** Returns the smallest changed range, in original words, and the corrections it replaces. Null if nothing changed. */
export function findChange(original: string, live: readonly Live[], edited: string): Change | null {
  const segments = splitSegments(original, live)
  const shown = segments.flatMap(({ words }, segment) => words.map((text) => ({ text, segment })))
  const now = splitWords(edited)
  const shortest = Math.min(shown.length, now.length)
  let before = 0
  while (before < shortest && shown[before]!.text === now[before]) before++
  let after = 0
  while (after < shortest - before && shown.at(-1 - after)!.text === now.at(-1 - after)) after++
  if (before === shown.length && before === now.length) return null
  const isInsertion = before === shown.length - after
  const first = isInsertion ? Math.max(0, before - 1) : before
  const last = isInsertion ? first : shown.length - after - 1
  const [from, to] = [shown[first], shown[last]]
  if (!from || !to) return null
  const touched = segments.slice(from.segment, to.segment + 1)
  const start = shown.findIndex(({ segment }) => segment === from.segment)
  const end = shown.findLastIndex(({ segment }) => segment === to.segment) + 1
  return {
    from: touched[0]!.from,
    to: touched.at(-1)!.to,
    newText: now.slice(start, now.length - (shown.length - end)).join(' '),
    replaces: touched.flatMap(({ id }) => (id === null ? [] : [id])),
  }
}
