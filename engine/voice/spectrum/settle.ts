import type { Span } from '#contract/videos/analysis.ts'
import { addUpEvidence, compareEvidence, type Evidence } from './evidence.ts'

/** `label` contains one voice per segment. Compare `likelihood` only between results for the same recording. */
export type Settled = { label: number[]; voices: number; likelihood: number }
type Known = {
  spans: readonly Span[]
  evidence: readonly Evidence[]
  /** The voice that a person assigned to each segment. Null allows any voice. */
  fixed: readonly (number | null)[]
  changeCostWithoutPause?: number
}

const rounds = 6
/** Cost of a voice change, in log likelihood. It's higher without a pause because such changes are rarer. */
const changeCost = 1.5
const usualCostWithoutPause = 4.5
const pauseMs = 20
const unlikely = -1e9
/** Minimum speech per voice, unless a person named it. */
const leastVoiceMs = 3000

export function settleVoices(known: Known, start: readonly number[]): Settled {
  const { spans, evidence, fixed } = known
  const count = Math.max(...start, ...fixed.map((voice) => voice ?? 0)) + 1
  let label = start.map((voice, i) => fixed[i] ?? voice)
  for (let round = 0; round < rounds; round += 1) {
    const next = findPath(known, scoreStretches(known, label, count))
    const isDone = next.every((voice, i) => voice === label[i])
    label = next
    if (isDone) break
  }
  label = dropBrief(known, label)
  const voices = Map.groupBy(label.keys(), (i) => label[i]!)
  const changes = label.filter((voice, i) => i > 0 && voice !== label[i - 1]).length
  const likelihood = [...voices.values()].reduce(
    (sum, members) => sum + addUpEvidence(members.map((i) => evidence[i]!)).value,
    -changes * changeCost,
  )
  return { label, voices: voices.size, likelihood: spans.length === 0 ? unlikely : likelihood }
}

function dropBrief(known: Known, label: readonly number[]): number[] {
  const talk = new Map<number, number>()
  for (const [i, voice] of label.entries())
    talk.set(voice, (talk.get(voice) ?? 0) + known.spans[i]!.endMs - known.spans[i]!.startMs)
  const named = new Set(known.fixed)
  const brief = new Set(
    [...talk].filter(([voice, ms]) => ms < leastVoiceMs && !named.has(voice)).map(([voice]) => voice),
  )
  if (brief.size === 0 || brief.size === talk.size) return [...label]
  const scores = scoreStretches(known, label, Math.max(...label) + 1)
  for (const row of scores) for (const voice of brief) row[voice] = unlikely
  return findPath(known, scores)
}

function scoreStretches({ evidence, fixed }: Known, label: readonly number[], count: number): Float64Array[] {
  const members = Map.groupBy(label.keys(), (i) => label[i]!)
  const voices = Array.from({ length: count }, (_, voice) => {
    const own = members.get(voice)
    return own ? addUpEvidence(own.map((i) => evidence[i]!)) : null
  })
  return evidence.map((stretch, i) =>
    Float64Array.from(voices, (voice, k) => {
      if (!voice || (fixed[i] ?? k) !== k) return fixed[i] === k ? 0 : unlikely
      return compareEvidence(voice, stretch, label[i] === k)
    }),
  )
}

function findPath(
  { spans, changeCostWithoutPause = usualCostWithoutPause }: Known,
  scores: readonly Float64Array[],
): number[] {
  let path = Float64Array.from(scores[0] ?? [])
  const from: Int32Array[] = []
  for (let i = 1; i < scores.length; i += 1) {
    const isPaused = spans[i]!.startMs - spans[i - 1]!.endMs > pauseMs
    const top = path.indexOf(Math.max(...path))
    const change = path[top]! - (isPaused ? changeCost : changeCostWithoutPause)
    const came = Int32Array.from(path, (value, voice) => (value >= change ? voice : top))
    path = path.map((value, voice) => Math.max(value, change) + scores[i]![voice]!)
    from.push(came)
  }
  const label: number[] = []
  let voice = path.indexOf(Math.max(...path))
  for (let i = scores.length - 1; i >= 0; i -= 1) {
    label[i] = voice
    voice = from[i - 1]?.[voice] ?? voice
  }
  return label
}
