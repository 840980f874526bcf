/**
 * Compares local recognizers with PocketSphinx by word errors, time offsets, and cost. Run: npm run bench --
 * recognition [--models FOLDER] [--rounds 3] [--show]
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Word } from '#contract/videos/transcript.ts'
import { findBuiltIn } from '#engine/speech/builtin.ts'
import { pocketsphinxTranscriber } from '#engine/speech/pocketsphinx.ts'
import { recognizeSpeech } from '#engine/speech/recognize.ts'
import { findModel } from '#engine/speech/sherpa.model.ts'
import { sherpaTranscriber } from '#engine/speech/sherpa.ts'
import type { Transcriber } from '#engine/speech/transcriber.ts'
import { detectSpeech, regionSettings } from '#engine/voice/activity.ts'
import { convert, developmentData, heldReadings, joinReadings, type Recording } from './speech.material.ts'
import { inMs, matchWords, normalizeWords, quantile } from './words.error.ts'

const { values } = parseArgs({
  options: { models: { type: 'string' }, rounds: { type: 'string', default: '3' }, show: { type: 'boolean' } },
})
const folder = mkdtempSync(join(tmpdir(), 'bench-recognition-'))
const signal = new AbortController().signal

async function listRecognizers(): Promise<[string, () => Transcriber][]> {
  const models = [findBuiltIn(), values.models === undefined ? null : await findModel(values.models)]
  const draft = pocketsphinxTranscriber(1)
  return [
    ...(draft ? [['PocketSphinx', () => draft] as [string, () => Transcriber]] : []),
    ...models.flatMap((model): [string, () => Transcriber][] =>
      model === null ? [] : [[model.name, () => sherpaTranscriber(model, 1)]],
    ),
  ]
}

async function listRecordings(): Promise<[string, Recording][]> {
  const found: [string, Recording][] = []
  const joined = await joinReadings(folder)
  if (joined) found.push(['ten real readings joined, 20 dB noise', joined])
  else console.log('real readings: skipped, the development data is not here')
  const film = join(developmentData, 'speech/film/the_last_man_on_earth')
  if (existsSync(`${film}.mp4`)) {
    const path = join(folder, 'film.wav')
    await convert(`${film}.mp4`, path)
    const words = readFileSync(`${film}.txt`, 'utf8').trim().split(/\s+/)
    found.push(['clip of a film', { path, seconds: 14, utterances: [{ words, start: 0, end: 14, wordStarts: [] }] }])
  }
  const path = join(folder, 'sample.wav')
  await convert('samples/voir-dire.mp4', path)
  const { durationMs, turns }: { durationMs: number; turns: { text: string; words?: { startMs: number }[] }[] } =
    JSON.parse(readFileSync('samples/voir-dire.truth.json', 'utf8'))
  const utterances = turns
    .filter((turn) => turn.words !== undefined)
    .map(({ text, words = [] }) => {
      const starts = words.map(({ startMs }) => startMs / 1000)
      return { words: text.split(/\s+/), start: starts[0] ?? 0, end: durationMs / 1000, wordStarts: starts }
    })
  found.push(['the sample, synthetic voices', { path, seconds: durationMs / 1000, utterances }])
  return found
}

const noises = [40, 20, 10, 5]

/**
 * Prints the built-in recognizer's accuracy at each confidence level. Uses only readers that weren't used to fit it.
 */
async function printReliability(): Promise<void> {
  const model = findBuiltIn()
  if (model === null) return
  const transcriber = sherpaTranscriber(model, 1)
  const rated: { confidence: number; isRight: boolean }[] = []
  for (const decibels of noises) {
    const recording = await joinReadings(folder, { decibels, names: heldReadings })
    if (!recording) continue
    const { words } = await hear(transcriber, recording, decibels)
    const heard = words.flatMap((word) => normalizeWords(word.text).map((text) => ({ text, word })))
    const { pairs } = matchWords(
      recording.utterances.flatMap((each) => each.words.flatMap(normalizeWords).map((text) => ({ text }))),
      heard,
    )
    const right = new Set(pairs.map(([, each]) => each))
    for (const each of heard)
      if (each.word.confidence !== null) rated.push({ confidence: each.word.confidence, isRight: right.has(each) })
  }
  await transcriber.close()
  console.log(`word confidence of ${model.name}, two readers not fitted on, noise at ${noises.join(', ')} dB`)
  for (const [from, to] of [
    [0, 0.4],
    [0.4, 0.6],
    [0.6, 0.75],
    [0.75, 0.9],
    [0.9, 1.01],
  ] as const) {
    const own = rated.filter(({ confidence }) => confidence >= from && confidence < to)
    const share = (part: number) => (own.length === 0 ? 'none' : (part / own.length).toFixed(2))
    const mean = share(own.reduce((sum, { confidence }) => sum + confidence, 0))
    const right = share(own.filter(({ isRight }) => isRight).length)
    console.log(
      `  ${from.toFixed(2)} to ${Math.min(1, to).toFixed(2)}: ${own.length} words, mean confidence ${mean}, right ${right}`,
    )
  }
}

async function hear(
  transcriber: Transcriber,
  { path }: Recording,
  round: number,
): Promise<{ words: Word[]; seconds: number }> {
  const { regions } = await detectSpeech(path, regionSettings, { signal, progress() {} })
  const own = mkdtempSync(join(folder, `work-${round}-`))
  const begun = performance.now()
  const work = { transcriber, wav: path, regions, folder: own, signal, threads: 1, progress() {} }
  const { turns } = await recognizeSpeech(work)
  const seconds = (performance.now() - begun) / 1000
  rmSync(own, { recursive: true })
  return { words: turns.flatMap((turn) => (turn.role === 'note' ? [] : turn.words)), seconds }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

try {
  const recognizers = await listRecognizers()
  for (const [title, recording] of await listRecordings()) {
    console.log(`${title}, ${recording.seconds.toFixed(0)} s`)
    const truth = recording.utterances.flatMap(({ words, wordStarts }) =>
      words.flatMap((word, at) => normalizeWords(word).map((text) => ({ text, start: wordStarts[at] ?? null }))),
    )
    let baseline: number | null = null
    for (const [name, make] of recognizers) {
      const transcriber = make()
      const runs = []
      for (let round = 0; round < Number(values.rounds); round++) runs.push(await hear(transcriber, recording, round))
      await transcriber.close()
      const heard = (runs[0]?.words ?? []).flatMap((word) =>
        normalizeWords(word.text).map((text) => ({ text, start: word.startMs / 1000, estimated: word.estimated })),
      )
      const { errors, pairs } = matchWords(truth, heard)
      const off = pairs
        .flatMap(([a, b]) => (a.start === null ? [] : [Math.abs(a.start - b.start)]))
        .toSorted((a, b) => a - b)
      const seconds = median(runs.map((run) => run.seconds))
      baseline ??= seconds
      console.log(
        `  ${name}: ${errors} of ${truth.length} words wrong (${((100 * errors) / truth.length).toFixed(1)} %); ` +
          `${off.length} words with known times off by ${inMs(quantile(off, 0.5))} (median), ${inMs(quantile(off, 0.95))} (95 %), ` +
          `${heard.filter(({ estimated }) => estimated).length} estimated; ` +
          `${seconds.toFixed(1)} s, ${(recording.seconds / seconds).toFixed(1)}x real time, ${(seconds / baseline).toFixed(2)}x the first`,
      )
      if (values.show === true) console.log(`    ${(runs[0]?.words ?? []).map((word) => word.text).join(' ')}`)
    }
  }
  await printReliability()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
