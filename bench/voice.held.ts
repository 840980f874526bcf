import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillMs, groupVoices } from '#engine/voice/group.ts'
import { listenToVoices } from '#engine/voice/listen.ts'
import { type Labeled, measureError, readRttm } from './diarization.error.ts'
import { convert, developmentData } from './speech.material.ts'
import { listReaders, makeRandom, type Mixture, type Reader, writeHearing } from './voice.material.ts'

const watch = { signal: new AbortController().signal, progress() {} }
/** These readers were used for tuning, so only the others are measured. */
const tunedOn = ['3005', '3080', '367', '2609', '1089']
const rooms = [
  { noiseDb: 25, echo: 0 },
  { noiseDb: 18, echo: 0.8 },
]
const simulations = 20
const firstSeed = 500
const simulatedSeconds = [30, 60, 120, 300, 480]
const tagsEach = 3

type Measured = ReturnType<typeof measureError>
const modes = ['one', 'blind', 'count', 'tagged'] as const
type Errors = Record<(typeof modes)[number], Measured & { withoutCollar: Measured }>

export async function measureHeld(folder: string): Promise<void> {
  await report('meetings', listMeetings(folder))
  const readers = (await listReaders(folder))!
  const own = readers.filter((reader) => !tunedOn.includes(reader.name))
  await report('single readers', listAlone(own, folder))
  await report(`2 to ${own.length} readers`, listTogether(own, folder))
}

async function* listMeetings(folder: string): AsyncGenerator<Mixture> {
  const from = join(developmentData, 'speech/ami')
  for (const file of readdirSync(from).filter((each) => each.endsWith('.flac'))) {
    const path = join(folder, 'meeting.wav')
    await convert(join(from, file), path)
    yield { name: file, path, truth: readRttm(readFileSync(join(from, file.replace('.flac', '.rttm')), 'utf8')) }
  }
}

const getSeconds = (reader: Reader) => reader.sound.length / 16_000

function* listAlone(readers: readonly Reader[], folder: string): Generator<Mixture> {
  for (const reader of readers)
    for (const room of rooms)
      for (const seconds of getSeconds(reader) < 20 ? [30] : [30, 120])
        yield writeHearing(
          [reader],
          { ...room, seconds: Math.min(seconds, getSeconds(reader) * 2) },
          seconds + Number.parseInt(reader.name, 36),
          join(folder, 'alone.wav'),
        )
}

function* listTogether(readers: readonly Reader[], folder: string): Generator<Mixture> {
  for (let i = 0; i < simulations; i += 1) {
    const random = makeRandom(firstSeed + i)
    for (let k = 0; k < 9; k += 1) random()
    const count = 2 + Math.floor(random() * (readers.length - 1))
    const lots = new Map(readers.map((reader) => [reader, random()]))
    const chosen = readers.toSorted((a, b) => lots.get(a)! - lots.get(b)!).slice(0, count)
    const room = {
      seconds: simulatedSeconds[i % simulatedSeconds.length]!,
      noiseDb: 15 + random() * 12,
      echo: (i % 3) / 2,
    }
    yield writeHearing(chosen, room, firstSeed + i, join(folder, 'together.wav'))
  }
}

async function report(title: string, mixtures: Iterable<Mixture> | AsyncIterable<Mixture>): Promise<void> {
  const all: Errors[] = []
  for await (const { path, truth, name } of mixtures) {
    const errors = await measure(path, truth)
    all.push(errors)
    const each = modes.map((mode) => `${mode} ${errors[mode].voices} (${percent(errors[mode].total)})`)
    console.log(`  ${name ?? all.length}: ${errors.one.speakers} speakers; voices found (DER): ${each.join(', ')}`)
  }
  const show = (mode: (typeof modes)[number]) =>
    `${mode} ${summarize(all.map((errors) => errors[mode]))}, no collar ${summarize(all.map((errors) => errors[mode].withoutCollar))}`
  const count = (is: (errors: Errors) => boolean) => all.filter(is).length
  const hasRightCount = ({ voices, speakers }: Measured) => voices === speakers
  console.log(
    `${title} (${all.length}), pooled DER: ${modes.map(show).join('; ')}; ` +
      `right number blind ${count(({ blind }) => hasRightCount(blind))}, with the count ${count((errors) => hasRightCount(errors.count))}, ` +
      `blind ±1 ${count(({ blind }) => Math.abs(blind.voices - blind.speakers) <= 1)}; ` +
      `blind worse than one voice ${count(({ blind, one }) => blind.total > one.total)}, ` +
      `worse with the count than blind ${count((errors) => errors.count.total > errors.blind.total)}`,
  )
}

function summarize(all: readonly Measured[]): string {
  const spoken = all.reduce((sum, { spokenMs }) => sum + spokenMs, 0)
  const pooled = all.reduce((sum, { total, spokenMs }) => sum + total * spokenMs, 0) / spoken
  const mean = all.reduce((sum, { total }) => sum + total, 0) / all.length
  return `${percent(pooled)} (mean ${percent(mean)})`
}

const percent = (value: number) => `${(value * 100).toFixed(1)}%`

async function measure(path: string, truth: readonly Labeled[]): Promise<Errors> {
  const prints = await listenToVoices(path, { modelFolder: null, threads: 1 }, watch)
  const speakers = [...new Set(truth.map(({ voice }) => voice))]
  const enrollments = speakers.flatMap((speaker) =>
    truth
      .filter(({ voice }) => voice === speaker)
      .toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
      .slice(0, tagsEach)
      .map(({ startMs, endMs }) => ({ speaker, startMs, endMs })),
  )
  const group = (speakersGiven: number | null, isTagged: boolean) => {
    const turns = groupVoices(prints, {
      speakers: speakersGiven,
      enrollments: isTagged ? enrollments : [],
      isClosed: isTagged,
      fillMs,
    })
    return { ...measureError(truth, turns, isTagged), withoutCollar: measureError(truth, turns, isTagged, 0) }
  }
  return {
    one: group(1, false),
    blind: group(null, false),
    count: group(speakers.length, false),
    tagged: group(null, true),
  }
}
