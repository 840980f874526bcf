/** Groups the stretches of a recording into voices: blindly, by a count, or around the turns that a person named. */
import { cutOverlaps } from '#contract/speakers/spans.ts'
import type { Span } from '#contract/videos/analysis.ts'
import { unidentified } from '#contract/videos/transcript.ts'
import type { Voiceprints } from './prints.ts'
import { buildSpace, type VoiceSpace } from './space.ts'

/** A stretch of one voice. `margin` is how much better it fits than the next voice; null where there is no other. */
export type VoiceTurn = Span & { voice: string; margin: number | null }
/** What a person said about who speaks where. */
export type Enrolment = Span & { speaker: string }
export type GroupSettings = {
  /** Number of voices, where it is known. */
  speakers: number | null
  enrolments: readonly Enrolment[]
  /** Nobody speaks but those who were named: a stretch that fits none of them is "Unidentified". */
  isClosed: boolean
  /** Names of which a person said whose they are, though nothing named is left to them: no voice that is found gets one. */
  taken?: readonly string[]
  /** Silence up to this long inside one voice belongs to its turn. */
  fillMs: number
}
/** People breathe, and think, for up to a second within one turn. */
export const fillMs = 1000

/** A stretch must be this long to found a voice; shorter ones are assigned to the voices found. */
const foundingMs = 1500
/** Voices are joined within blocks first, so that a day needs no more memory than its blocks side by side. */
const blockStretches = 300
const blockVoices = 24
/** Nobody counts more voices by ear than this; a jury panel must be given its number. */
const mostVoices = 20
/**
 * Silhouette that one voice more must bring. Without it voices fall apart into their sentences, which are clearer than
 * they: of four speakers who cut into each other 20 voices were made. From 0.002 to 0.004 the measured ones stay the same.
 */
const voiceCost = 0.003
const reassignments = 3

/** The voices of a recording, in order of time; where several speak at once, nobody's. Costs seconds for a day: nothing is heard again. */
export function groupVoices(prints: Voiceprints, settings: GroupSettings): VoiceTurn[] {
  const { stretches } = prints
  if (stretches.length === 0) return []
  const space = buildSpace(prints)
  const tags = findTags(stretches, settings.enrolments)
  const all = stretches.map((_, i) => i)
  const long = all.filter((i) => tags[i] !== null || stretches[i]!.endMs - stretches[i]!.startMs >= foundingMs)
  let voices = foundVoices(space, long.length > 0 ? long : all, tags, settings)
  let assigned: { voice: string; margin: number | null }[] = []
  for (let round = 0; round < reassignments; round += 1) {
    const models = [...voices].map(([voice, members]) => ({ voice, model: space.adapt(members) }))
    assigned = all.map((stretch) => {
      const [best, next] = models
        .map(({ voice, model }) => ({ voice, score: space.score(model, stretch) }))
        .sort((a, b) => b.score - a.score)
      return {
        voice: tags[stretch] ?? best?.voice ?? 'voice-1',
        margin: best && next ? best.score - next.score : null,
      }
    })
    voices = Map.groupBy(all, (stretch) => assigned[stretch]!.voice)
  }
  const isDoubtful = (stretch: number, margin: number | null) =>
    settings.isClosed && tags[stretch] === null && margin !== null && margin < space.leastMargin
  const turns = joinTurns(
    stretches.map(({ startMs, endMs }, i) => {
      const { voice, margin } = assigned[i]!
      return { startMs, endMs, margin, voice: isDoubtful(i, margin) ? unidentified : voice }
    }),
    settings.fillMs,
  )
  // After joining: a breath is filled, what another says into it is not.
  return cutOverlaps(turns, prints.overlaps)
}

/** Milliseconds that two spans share. */
export const sharedMs = (a: Span, b: Span): number =>
  Math.max(0, Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs))

/** The person whose enrolment covers most of each stretch. One shorter than its stretch still names it: a word was meant. */
function findTags(stretches: readonly Span[], enrolments: readonly Enrolment[]): (string | null)[] {
  const tags: (string | null)[] = stretches.map(() => null)
  for (const enrolment of enrolments) {
    let most = { stretch: -1, ms: 0 }
    let named = false
    for (const [i, stretch] of stretches.entries()) {
      const ms = sharedMs(stretch, enrolment)
      if (ms > (stretch.endMs - stretch.startMs) / 2) {
        tags[i] ??= enrolment.speaker
        named = true
      } else if (ms > most.ms) most = { stretch: i, ms }
    }
    if (!named && most.stretch >= 0) tags[most.stretch] ??= enrolment.speaker
  }
  return tags
}

/** Groups of stretches that are one voice each, by name or number. */
function foundVoices(
  space: VoiceSpace,
  founders: readonly number[],
  tags: readonly (string | null)[],
  { speakers, isClosed, taken = [] }: GroupSettings,
): Map<string, number[]> {
  let groups: number[][] = []
  for (let at = 0; at < founders.length; at += blockStretches) {
    const block = founders.slice(at, at + blockStretches).map((stretch) => [stretch])
    if (founders.length <= blockStretches) groups = block
    else {
      const steps = joinVoices(measureDistances(block.map(space.describe)), {
        count: blockVoices,
        most: Infinity,
        tags: block.map(([stretch]) => tags[stretch ?? -1] ?? null),
      })
      groups.push(...collect(block, steps.get(Math.min(...steps.keys())) ?? []))
    }
  }
  const getTag = (group: readonly number[]) => tags[group.find((stretch) => tags[stretch] !== null) ?? -1] ?? null
  const groupTags = groups.map(getTag)
  const named = new Set(groupTags.filter((tag) => tag !== null))
  const distances = measureDistances(groups.map(space.describe))
  const wanted = isClosed && named.size > 0 ? named.size : speakers === null ? null : Math.max(named.size, speakers)
  const steps = joinVoices(distances, {
    count: Math.min(wanted ?? 1, groups.length),
    most: Math.max(mostVoices, wanted ?? 0),
    tags: groupTags,
  })
  const count = wanted === null ? chooseCount(space, groups, steps) : Math.min(...steps.keys())
  const voices = collect(groups, steps.get(count) ?? groups.map(() => 0)).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
  // A name that a person's word holds on to is never given to another voice.
  const held = new Set([...named, ...taken])
  let number = 0
  const nextName = (): string => {
    do number += 1
    while (held.has(`voice-${number}`))
    return `voice-${number}`
  }
  return new Map(voices.map((voice) => [getTag(voice) ?? nextName(), voice]))
}

function collect(groups: readonly number[][], label: readonly number[]): number[][] {
  return [...Map.groupBy(groups.entries(), ([i]) => label[i] ?? 0).values()].map((members) =>
    members.flatMap(([, group]) => group).sort((a, b) => a - b),
  )
}

/**
 * The number of voices at which each is most clearly itself: judged by single stretches, spread over the recording, also
 * where whole blocks of them were joined. Joined ones are all so clear that every block would keep its own voices.
 */
function chooseCount(space: VoiceSpace, groups: readonly number[][], steps: ReadonlyMap<number, number[]>): number {
  const members = groups.flatMap((group, at) => group.map((stretch) => ({ stretch, at })))
  members.sort((a, b) => a.stretch - b.stretch)
  const every = Math.ceil(members.length / blockStretches)
  const judges = members.filter((_, i) => i % every === 0)
  const distances = measureDistances(judges.map(({ stretch }) => space.describe([stretch])))
  let best = { count: Math.min(...steps.keys()), score: -Infinity }
  for (const [count, label] of steps) {
    if (count < 2 || count > mostVoices) continue
    const silhouette = measureSilhouette(
      distances,
      judges.map(({ at }) => label[at] ?? 0),
    )
    const score = silhouette - count * voiceCost
    if (silhouette > space.leastSilhouette && score > best.score) best = { count, score }
  }
  return best.count
}

/** One turn where one voice goes on after a breath. */
function joinTurns(turns: readonly VoiceTurn[], withinMs: number): VoiceTurn[] {
  const joined: VoiceTurn[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    if (last && last.voice === turn.voice && turn.startMs - last.endMs <= withinMs) {
      last.endMs = turn.endMs
      last.margin = last.margin === null || turn.margin === null ? null : Math.min(last.margin, turn.margin)
    } else joined.push({ ...turn })
  }
  return joined
}

/** Groups voices by agglomeration: the two most alike become one, again and again. */

/** Cosine distance of vectors of length one: 0 alike, 1 unrelated. */
export function measureDistances(vectors: readonly Float64Array[]): Float32Array[] {
  const rows = vectors.map(() => new Float32Array(vectors.length))
  for (const [i, a] of vectors.entries())
    for (let j = 0; j < i; j += 1) {
      const b = vectors[j]!
      let dot = 0
      for (let k = 0; k < a.length; k += 1) dot += a[k]! * b[k]!
      rows[i]![j] = rows[j]![i] = 1 - dot
    }
  return rows
}

/**
 * Joins by mean distance until `count` groups are left; answers the group of each vector after every join from
 * `most` groups down to `count`. Vectors with equal `tags` begin as one group, those with different tags never join.
 */
export function joinVoices(
  distances: readonly Float32Array[],
  { count, most, tags }: { count: number; most: number; tags?: readonly (string | null)[] },
): Map<number, number[]> {
  const rows = distances.map((row) => Float32Array.from(row))
  const groups: (number[] | null)[] = rows.map((_, i) => [i])
  const tagOf = rows.map((_, i) => tags?.[i] ?? null)
  const steps = new Map<number, number[]>()
  let left = groups.length
  const join = (a: number, b: number) => {
    const [first, second] = [groups[a], groups[b]]
    if (!first || !second) return
    // The mean distance of a joined group is the weighted mean of both.
    const [row, other] = [rows[a]!, rows[b]!]
    for (let k = 0; k < row.length; k += 1)
      row[k] = rows[k]![a] = (row[k]! * first.length + other[k]! * second.length) / (first.length + second.length)
    groups[a] = [...first, ...second]
    groups[b] = null
    tagOf[a] ??= tagOf[b] ?? null
    left -= 1
  }
  const joinTagged = () => {
    const firstWith = new Map<string, number>()
    for (const [i, tag] of tagOf.entries()) {
      if (tag === null) continue
      const first = firstWith.get(tag)
      if (first === undefined) firstWith.set(tag, i)
      else join(first, i)
    }
  }
  const mayJoin = (a: number, b: number) => tagOf[a] === null || tagOf[b] === null || tagOf[a] === tagOf[b]
  /** The nearest partner of each group; looked for anew only where it was touched. */
  const nearest = rows.map(() => ({ with: -1, distance: Infinity }))
  const seekPartners = (isTouched: (a: number) => boolean) => {
    for (const [a, row] of rows.entries()) {
      if (!groups[a] || !isTouched(a)) continue
      let best = { with: -1, distance: Infinity }
      for (let b = 0; b < rows.length; b += 1)
        if (b !== a && groups[b] && row[b]! < best.distance && mayJoin(a, b)) best = { with: b, distance: row[b]! }
      nearest[a] = best
    }
  }
  const findClosest = () => {
    let best = -1
    for (const [a, { with: partner, distance }] of nearest.entries())
      if (groups[a] && partner >= 0 && (best < 0 || distance < nearest[best]!.distance)) best = a
    return best
  }
  const note = () => {
    if (left > most) return
    const label = rows.map(() => 0)
    groups.filter((group) => group !== null).forEach((group, g) => group.forEach((member) => (label[member] = g)))
    steps.set(left, label)
  }
  joinTagged()
  seekPartners(() => true)
  note()
  while (left > count) {
    const best = findClosest()
    if (best < 0) break
    const partner = nearest[best]!.with
    join(best, partner)
    seekPartners((a) => a === best || nearest[a]!.with === best || nearest[a]!.with === partner)
    note()
  }
  return steps
}

/** Mean silhouette of a grouping, -1 to 1: how much nearer each vector is to its own group than to the next. A label may name nobody. */
export function measureSilhouette(distances: readonly Float32Array[], label: readonly number[]): number {
  const count = Math.max(...label) + 1
  const sizes = Array.from({ length: count }, () => 0)
  for (const group of label) sizes[group]! += 1
  let sum = 0
  for (const [i, row] of distances.entries()) {
    const sums = new Float64Array(count)
    for (const [j, group] of label.entries()) sums[group]! += row[j]!
    const own = label[i]!
    if (sizes[own]! < 2) continue
    const within = sums[own]! / (sizes[own]! - 1)
    const next = Math.min(
      ...Array.from(sums, (total, group) => (group === own || sizes[group] === 0 ? Infinity : total / sizes[group]!)),
    )
    sum += (next - within) / Math.max(next, within, 1e-9)
  }
  return sum / label.length
}

const second = (ms: number) => (ms / 1000).toFixed(3)

/** RTTM, the format in which speaker turns are scored: one line a turn. The names may hold no spaces in this format; they become underscores. */
export function writeRttm(recording: string, turns: readonly (Span & { voice: string })[]): string {
  const name = recording.replace(/\s+/g, '_')
  return turns
    .map(
      ({ startMs, endMs, voice }) =>
        `SPEAKER ${name} 1 ${second(startMs)} ${second(endMs - startMs)} <NA> <NA> ${voice.replace(/\s+/g, '_')} <NA> <NA>\n`,
    )
    .join('')
}
