/** Who spoke when, by the voices alone: no model, only what tells the voices of this recording apart. */
import type { Span } from '#contract/analysis.ts'
import { detectSpeech } from './activity.ts'
import { dimensions, readCepstra } from './cepstra.ts'
import { joinVoices, measureDistances, measureSilhouette } from './clusters.ts'
import * as mixtures from './mixture.ts'
import type { Watch } from './silero.ts'
import { openWav, type Wav } from './wav.ts'

/** A stretch of one voice. `margin` is how much better it fits than the next voice; null where there is no other. */
export type VoiceTurn = Span & { voice: string; margin: number | null }
/** What a person said about who speaks where. */
export type Enrolment = Span & { speaker: string }
export type DiarizeSettings = {
  /** Number of voices, where it is known. */
  speakers: number | null
  enrolments: readonly Enrolment[]
  /** Silence up to this long inside one voice belongs to its turn. */
  fillMs: number
}
const unidentified = 'Unidentified'
/** People breathe, and think, for up to a second within one turn. */
export const fillMs = 1000

/** Turns of two people may lie 0.15 s apart: every breath is a possible change. */
const speechSettings = { threshold: 0.4, minSilenceSeconds: 0.1, minSpeechSeconds: 0.1 }
/** Stretches closer together than this are one person; at this distance nobody takes over. */
const joinMs = 200
/** A stretch must be this long to found a voice; shorter ones are assigned to the voices found. */
const foundingMs = 1500
/** Speech from which the mixture is learned: enough for any recording, and independent of its length. */
const learningMs = 20 * 60_000
/** Voices are joined within blocks first, so that a day needs no more memory than its blocks side by side. */
const blockStretches = 300
const blockVoices = 24
/** Nobody counts more voices by ear than this; a jury panel must be given its number. */
const mostVoices = 20
/** Below this silhouette the voices are not told apart: it is one. */
const leastSilhouette = 0.12
const reassignments = 3
/** A stretch that fits its voice hardly better than the next one stays nobody's, where people named the voices. */
const leastMargin = 0.02

type Stretch = Span & { statistics: mixtures.Statistics; tag: string | null }

/** Runs of speech with only short breaths inside. */
function joinBreaths(regions: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const region of regions) {
    const last = joined.at(-1)
    if (last && region.startMs - last.endMs < joinMs) last.endMs = region.endMs
    else joined.push({ ...region })
  }
  return joined
}

/** The mixture of all voices, learned from stretches spread over the whole recording. */
async function learn(wav: Wav, spans: readonly Span[], { signal }: Watch): Promise<mixtures.Mixture> {
  const speechMs = spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
  const every = Math.ceil(speechMs / learningMs)
  const chosen: Float32Array[] = []
  for (const [i, { startMs, endMs }] of spans.entries()) {
    signal.throwIfAborted()
    if (i % every === 0) chosen.push(await readCepstra(wav, startMs, endMs))
  }
  const values = new Float32Array(chosen.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of chosen) {
    values.set(part, at)
    at += part.length
  }
  return mixtures.learnMixture(values)
}

/** The name of the person whose enrolment covers most of a stretch. */
function findTag(span: Span, enrolments: readonly Enrolment[]): string | null {
  const overlap = (other: Span) => Math.min(span.endMs, other.endMs) - Math.max(span.startMs, other.startMs)
  return enrolments.find((enrolment) => overlap(enrolment) > (span.endMs - span.startMs) / 2)?.speaker ?? null
}

/** Groups of stretches that are one voice each, by name or number. */
function groupVoices(
  mixture: mixtures.Mixture,
  founders: readonly Stretch[],
  settings: DiarizeSettings,
): Map<string, Stretch[]> {
  const describe = (group: readonly Stretch[]) => mixtures.describeVoice(mixture, addUp(group))
  let groups: Stretch[][] = []
  for (let at = 0; at < founders.length; at += blockStretches) {
    const block = founders.slice(at, at + blockStretches)
    if (founders.length <= blockStretches) groups = block.map((stretch) => [stretch])
    else {
      const distances = measureDistances(block.map((stretch) => describe([stretch])))
      const steps = joinVoices(distances, { count: blockVoices, most: Infinity, tags: block.map(({ tag }) => tag) })
      const label = steps.get(Math.min(...steps.keys())) ?? []
      groups.push(
        ...collect(
          block.map((stretch) => [stretch]),
          label,
        ),
      )
    }
  }
  const tags = groups.map((group) => group.find(({ tag }) => tag !== null)?.tag ?? null)
  const named = new Set(tags.filter((tag) => tag !== null)).size
  const distances = measureDistances(groups.map(describe))
  const wanted = named > 0 ? Math.max(named, settings.speakers ?? 0) : (settings.speakers ?? null)
  const steps = joinVoices(distances, {
    count: Math.min(wanted ?? 1, groups.length),
    most: Math.max(mostVoices, wanted ?? 0),
    tags,
  })
  const count = wanted === null ? chooseCount(distances, steps) : Math.min(...steps.keys())
  const voices = collect(groups, steps.get(count) ?? groups.map(() => 0)).sort(
    (a, b) => (a[0]?.startMs ?? 0) - (b[0]?.startMs ?? 0),
  )
  return new Map(voices.map((voice, i) => [voice.find(({ tag }) => tag !== null)?.tag ?? `voice-${i + 1}`, voice]))
}

function collect(groups: readonly Stretch[][], label: readonly number[]): Stretch[][] {
  return [...Map.groupBy(groups.entries(), ([i]) => label[i] ?? 0).values()].map((members) =>
    members.flatMap(([, group]) => group).sort((a, b) => a.startMs - b.startMs),
  )
}

function addUp(group: readonly Stretch[]): mixtures.Statistics {
  const sum = mixtures.noStatistics()
  for (const { statistics } of group) mixtures.addStatistics(sum, statistics)
  return sum
}

/** The number of voices at which each is most clearly itself. */
function chooseCount(distances: readonly Float32Array[], steps: ReadonlyMap<number, number[]>): number {
  let best = { count: 1, silhouette: leastSilhouette }
  for (const [count, label] of steps) {
    if (count < 2 || count > mostVoices) continue
    const silhouette = measureSilhouette(distances, label)
    if (silhouette > best.silhouette) best = { count, silhouette }
  }
  return best.count
}

/** Turns of voices in a 16 kHz mono WAV file. Speech that overlaps is given to one of its voices. */
export async function diarize(path: string, settings: DiarizeSettings, watch: Watch): Promise<VoiceTurn[]> {
  const part = (from: number, to: number): Watch => ({
    signal: watch.signal,
    progress: (fraction) => watch.progress(from + fraction * (to - from)),
  })
  const { regions } = await detectSpeech(path, speechSettings, part(0, 0.3))
  const spans = joinBreaths(regions)
  await using wav = await openWav(path)
  if (spans.length === 0) return []
  const mixture = await learn(wav, spans, watch)
  const stretches: Stretch[] = []
  for (const [i, span] of spans.entries()) {
    watch.signal.throwIfAborted()
    const values = await readCepstra(wav, span.startMs, span.endMs)
    if (values.length >= dimensions)
      stretches.push({
        ...span,
        statistics: mixtures.gatherStatistics(mixture, values),
        tag: findTag(span, settings.enrolments),
      })
    part(0.4, 0.9).progress(i / spans.length)
  }
  const long = stretches.filter(({ startMs, endMs, tag }) => endMs - startMs >= foundingMs || tag !== null)
  let voices = groupVoices(mixture, long.length > 0 ? long : stretches, settings)
  let assigned: { stretch: Stretch; voice: string; margin: number | null }[] = []
  for (let round = 0; round < reassignments; round += 1) {
    const models = [...voices].map(([voice, group]) => ({ voice, shifts: mixtures.adaptMeans(addUp(group)) }))
    assigned = stretches.map((stretch) => {
      const ranked = models
        .map(({ voice, shifts }) => ({ voice, score: mixtures.scoreVoice(mixture, shifts, stretch.statistics) }))
        .sort((a, b) => b.score - a.score)
      const [best, next] = ranked
      return {
        stretch,
        voice: stretch.tag ?? best?.voice ?? 'voice-1',
        margin: best && next ? best.score - next.score : null,
      }
    })
    voices = new Map(
      [...Map.groupBy(assigned, ({ voice }) => voice)].map(([voice, own]) => [
        voice,
        own.map(({ stretch }) => stretch),
      ]),
    )
  }
  const isNamed = settings.enrolments.length > 0
  return joinTurns(
    assigned.map(({ stretch: { startMs, endMs, tag }, voice, margin }) => ({
      startMs,
      endMs,
      margin,
      voice: isNamed && tag === null && margin !== null && margin < leastMargin ? unidentified : voice,
    })),
    settings.fillMs,
  )
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
