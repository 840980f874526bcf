import { cutOverlaps } from '#contract/speakers/spans.ts'
import type { Span } from '#contract/videos/analysis.ts'
import { unidentified } from '#contract/videos/transcript.ts'
import type { Voiceprints } from './prints.ts'
import { gatherEvidence } from './spectrum/evidence.ts'
import { followNamed } from './spectrum/follow.ts'
import { joinPieces } from './spectrum/pieces.ts'
import { type Settled, settleVoices } from './spectrum/settle.ts'
import { joinVoices, measureDistances, measureSilhouette } from './clusters.ts'
import { buildSpace, type VoiceSpace } from './space.ts'

/** `margin` is the lead over the next-best voice. Null if there is only one voice. */
export type VoiceTurn = Span & { voice: string; margin: number | null }
export type Enrollment = Span & { speaker: string }
export type GroupSettings = {
  speakers: number | null
  enrollments: readonly Enrollment[]
  /** If true, only the named voices are used. Everyone else becomes "Unidentified". */
  isClosed: boolean
  taken?: readonly string[]
  fillMs: number
}
/** People pause for up to a second within a turn. */
export const fillMs = 1000

/** Minimum length of a segment that can create a voice. Shorter segments are assigned afterward. */
const foundingMs = 1500
/** Continuous speech up to this length initially counts as one voice. */
const unitMs = 5000
/** Joins segments within blocks first, to limit memory for long recordings. */
const blockStretches = 600
const blockVoices = 30
/** Maximum number of sample segments for choosing the voice count. */
const judgesAtMost = 300
const mostVoices = 20
/** Silhouette gain required per extra voice. Measured results are stable from 0.002 to 0.004. */
const voiceCost = 0.003
const reassignments = 3
/** Log likelihood each voice must add. The threshold is lower if a person set the count. */
const voiceEvidence = 3.5
const countedEvidence = 2
/** Added to both thresholds for each segment beyond `steadyStretches`, because one person's voice drifts over time. */
const driftEvidence = 0.05
const steadyStretches = 100
/** Stops after this many additional voices without improvement. */
const patience = 4

/** Returns sorted turns without overlaps. Takes seconds for a full day because it reads no audio. */
export function groupVoices(heard: Voiceprints, settings: GroupSettings): VoiceTurn[] {
  if (heard.stretches.length === 0) return []
  const isSpectrum = heard.kind === 'spectrum'
  const isNamed = isSpectrum && settings.isClosed && findTags(heard.stretches, settings.enrollments).some(Boolean)
  const prints = isSpectrum && !isNamed ? joinPieces(heard) : heard
  const { stretches } = prints
  const space = buildSpace(prints)
  const tags = findTags(stretches, settings.enrollments)
  const followed = isNamed ? followNamed(prints, tags, settings.fillMs) : null
  const voices = followed
    ? Map.groupBy(tags.keys(), (i) => followed[i]!.voice)
    : nameVoices(findVoices(space, prints, tags, settings), tags, settings)
  const assigned = assignStretches(space, voices, tags, !isSpectrum)
  const isDoubtful = (stretch: number, margin: number | null) =>
    followed?.[stretch]?.isDoubtful ??
    (settings.isClosed && tags[stretch] === null && margin !== null && margin < space.leastMargin)
  const turns = joinTurns(
    stretches.map(({ startMs, endMs }, i) => {
      const { voice, margin } = assigned[i]!
      return { startMs, endMs, margin, voice: isDoubtful(i, margin) ? unidentified : voice }
    }),
    settings.fillMs,
  )
  // Removes overlaps after joining so that brief speech by others isn't absorbed.
  return cutOverlaps(turns, prints.overlaps)
}

function findVoices(
  space: VoiceSpace,
  prints: Voiceprints,
  tags: readonly (string | null)[],
  settings: GroupSettings,
): number[][] {
  const { stretches } = prints
  const lengthMs = (unit: readonly number[]) =>
    unit.reduce((sum, i) => sum + stretches[i]!.endMs - stretches[i]!.startMs, 0)
  const units = prints.kind === 'spectrum' ? joinUnits(stretches, tags) : stretches.map((_, i) => [i])
  const long = units.filter((unit) => tags[unit[0]!] !== null || lengthMs(unit) >= foundingMs)
  const created = createVoices(space, long.length > 0 ? long : units, tags, settings)
  return prints.kind === 'spectrum' ? chooseVoices(prints, created, tags) : chooseClearest(space, created)
}

export const getSharedMs = (a: Span, b: Span): number =>
  Math.max(0, Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs))

function findTags(stretches: readonly Span[], enrollments: readonly Enrollment[]): (string | null)[] {
  const tags: (string | null)[] = stretches.map(() => null)
  for (const enrollment of enrollments) {
    let most = { stretch: -1, ms: 0 }
    let named = false
    for (const [i, stretch] of stretches.entries()) {
      const ms = getSharedMs(stretch, enrollment)
      if (ms > (stretch.endMs - stretch.startMs) / 2) {
        tags[i] ??= enrollment.speaker
        named = true
      } else if (ms > most.ms) most = { stretch: i, ms }
    }
    if (!named && most.stretch >= 0) tags[most.stretch] ??= enrollment.speaker
  }
  return tags
}

/** Joins segments with no pause between them because the speaker rarely changes there. */
function joinUnits(stretches: readonly Span[], tags: readonly (string | null)[]): number[][] {
  const units: number[][] = []
  for (const [i, { startMs, endMs }] of stretches.entries()) {
    const unit = units.at(-1)
    const isJoined =
      unit &&
      startMs === stretches[i - 1]!.endMs &&
      tags[i] === tags[i - 1] &&
      endMs - stretches[unit[0]!]!.startMs <= unitMs
    if (isJoined) unit.push(i)
    else units.push([i])
  }
  return units
}

/** `steps` maps each voice count to one label per group. */
type Created = { groups: number[][]; steps: Map<number, number[]>; named: number; wanted: number | null }

function createVoices(
  space: VoiceSpace,
  seeds: readonly number[][],
  tags: readonly (string | null)[],
  { speakers, isClosed }: GroupSettings,
): Created {
  let groups: number[][] = []
  for (let at = 0; at < seeds.length; at += blockStretches) {
    const block = seeds.slice(at, at + blockStretches)
    if (seeds.length <= blockStretches) groups = block
    else {
      const steps = joinVoices(measureDistances(block.map(space.describe)), {
        count: blockVoices,
        most: Infinity,
        tags: block.map((unit) => getTag(unit, tags)),
      })
      groups.push(...collect(block, steps.get(Math.min(...steps.keys())) ?? []))
    }
  }
  const groupTags = groups.map((group) => getTag(group, tags))
  const named = new Set(groupTags.filter((tag) => tag !== null)).size
  const wanted = isClosed && named > 0 ? named : speakers === null ? null : Math.max(named, speakers)
  const steps = joinVoices(measureDistances(groups.map(space.describe)), {
    count: Math.min(isClosed ? named : 1, groups.length),
    most: Math.max(mostVoices, wanted ?? 0),
    tags: groupTags,
  })
  return { groups, steps, named, wanted }
}

const getTag = (group: readonly number[], tags: readonly (string | null)[]): string | null =>
  tags[group.find((stretch) => tags[stretch] !== null) ?? -1] ?? null

function chooseClearest(space: VoiceSpace, { groups, steps, wanted }: Created): number[][] {
  const least = Math.min(...steps.keys())
  const count =
    wanted === null ? chooseCount(space, groups, steps) : Math.max(least, Math.min(wanted, Math.max(...steps.keys())))
  return collect(groups, steps.get(count) ?? groups.map(() => 0))
}

function chooseVoices(
  prints: Voiceprints,
  { groups, steps, named, wanted }: Created,
  tags: readonly (string | null)[],
): number[][] {
  const known = { spans: prints.stretches, evidence: gatherEvidence(prints) }
  const settle = (voices: readonly number[][]) => {
    const label = startFrom(voices, prints.stretches.length)
    const voiceByTag = new Map(tags.flatMap((tag, i) => (tag === null ? [] : [[tag, label[i]!]])))
    return settleVoices({ ...known, fixed: tags.map((tag) => (tag === null ? null : voiceByTag.get(tag)!)) }, label)
  }
  const counts = [...steps.keys()].sort((a, b) => a - b)
  const most = wanted === null ? mostVoices : Math.max(wanted, counts[0] ?? 1)
  const tagged = [...Map.groupBy(tags.keys(), (i) => tags[i]!)].flatMap(([tag, own]) => (tag === null ? [] : [own]))
  const results: Settled[] = tagged.length > 0 ? [settle(tagged)] : []
  const drift = driftEvidence * Math.max(0, prints.stretches.length - steadyStretches)
  const weigh = ({ likelihood, voices }: Settled, perVoice: number) => likelihood - voices * (perVoice + drift)
  let [best, since] = [-Infinity, 0]
  for (const count of counts) {
    if (count > most || since > patience) break
    const settled = settle(collect(groups, steps.get(count)!))
    if (settled.voices > most) continue
    results.push(settled)
    const value = weigh(settled, voiceEvidence)
    since = value > best ? 0 : since + 1
    best = Math.max(best, value)
  }
  const isSure = wanted === null || named === wanted
  const perVoice = isSure ? voiceEvidence : countedEvidence
  const [chosen] = results.sort((a, b) => weigh(b, perVoice) - weigh(a, perVoice))
  const label = chosen?.label ?? prints.stretches.map(() => 0)
  return [...Map.groupBy(label.keys(), (i) => label[i]!).values()]
}

function startFrom(voices: readonly number[][], stretches: number): number[] {
  const label = Array.from({ length: stretches }, () => -1)
  for (const [voice, members] of voices.entries()) for (const stretch of members) label[stretch] = voice
  return label
}

function nameVoices(
  found: readonly number[][],
  tags: readonly (string | null)[],
  { taken = [] }: GroupSettings,
): Map<string, number[]> {
  const voices = found.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
  const held = new Set([...tags.filter((tag) => tag !== null), ...taken])
  let number = 0
  const nextName = (): string => {
    do number += 1
    while (held.has(`voice-${number}`))
    return `voice-${number}`
  }
  return new Map(voices.map((voice) => [getTag(voice, tags) ?? nextName(), voice]))
}

function assignStretches(
  space: VoiceSpace,
  found: Map<string, number[]>,
  tags: readonly (string | null)[],
  moves: boolean,
): { voice: string; margin: number | null }[] {
  let voices = found
  let assigned: { voice: string; margin: number | null }[] = []
  for (let round = 0; round < (moves ? reassignments : 1); round += 1) {
    const models = [...voices].map(([voice, members]) => ({ voice, model: space.adapt(members) }))
    const kept = new Map([...voices].flatMap(([voice, members]) => members.map((stretch) => [stretch, voice])))
    assigned = tags.map((tag, stretch) => {
      const scores = models
        .map(({ voice, model }) => ({ voice, score: space.score(model, stretch) }))
        .sort((a, b) => b.score - a.score)
      const voice = tag ?? (moves ? scores[0]?.voice : kept.get(stretch)) ?? 'voice-1'
      const own = scores.find((each) => each.voice === voice)
      const other = scores.find((each) => each.voice !== voice)
      const lead = moves ? [scores[0], scores[1]] : [own, other]
      return { voice, margin: lead[0] && lead[1] ? Math.max(0, lead[0].score - lead[1].score) : null }
    })
    voices = Map.groupBy(tags.keys(), (stretch) => assigned[stretch]!.voice)
  }
  return assigned
}

function collect(groups: readonly number[][], label: readonly number[]): number[][] {
  return [...Map.groupBy(groups.entries(), ([i]) => label[i] ?? 0).values()].map((members) =>
    members.flatMap(([, group]) => group).sort((a, b) => a - b),
  )
}

/**
 * Picks the count with the most distinct voices. Compares sample segments because joined groups always look distinct.
 */
function chooseCount(space: VoiceSpace, groups: readonly number[][], steps: ReadonlyMap<number, number[]>): number {
  const members = groups.flatMap((group, at) => group.map((stretch) => ({ stretch, at })))
  members.sort((a, b) => a.stretch - b.stretch)
  const every = Math.ceil(members.length / judgesAtMost)
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

const second = (ms: number) => (ms / 1000).toFixed(3)

export function writeRttm(recording: string, turns: readonly (Span & { voice: string })[]): string {
  const name = recording.replace(/\s+/g, '_')
  return turns
    .map(
      ({ startMs, endMs, voice }) =>
        `SPEAKER ${name} 1 ${second(startMs)} ${second(endMs - startMs)} <NA> <NA> ${voice.replace(/\s+/g, '_')} <NA> <NA>\n`,
    )
    .join('')
}
