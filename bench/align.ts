/**
 * Measures `venire align`: word timing errors, missing passages, speed, and memory. Run: npm run bench -- align
 * [--hour]
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Turn } from '#contract/videos/transcript.ts'
import { placeWords } from '#engine/align/align.ts'
import { listAlignment, type Alignment } from '#engine/align/result.ts'
import { findSphinx } from '#engine/align/sphinx.ts'
import { detectSpeech, regionSettings } from '#engine/voice/activity.ts'
import {
  convert,
  developmentData,
  joinReadings,
  speakTexts,
  type Recording,
  type Utterance,
} from './speech.material.ts'
import { inMs, quantile } from './words.error.ts'

const sphinx = findSphinx()
if (sphinx === null) throw new Error('PocketSphinx is missing: apt-get install pocketsphinx pocketsphinx-en-us')
const folder = mkdtempSync(join(tmpdir(), 'bench-align-'))
const signal = new AbortController().signal

const asTurn = (text: string, index: number): Turn => ({
  index,
  text,
  speaker: null,
  role: 'unknown',
  jurorNumber: null,
  words: [],
  startMs: null,
  endMs: null,
  page: null,
  line: null,
})

async function run(audioPath: string, texts: readonly string[]): Promise<{ alignment: Alignment; seconds: number }> {
  const turns = texts.map(asTurn)
  const begun = performance.now()
  const { regions } = await detectSpeech(audioPath, regionSettings, { signal, progress() {} })
  const work = { folder, threads: availableParallelism(), signal, progress() {} }
  const { script, placement } = await placeWords({ sphinx: sphinx!, audioPath, regions, turns, work })
  return { alignment: listAlignment(turns, script.tokens, placement), seconds: (performance.now() - begun) / 1000 }
}

function report(
  title: string,
  alignment: Alignment,
  truth: ReadonlyMap<number, Utterance>,
  seconds: number,
  length: number,
) {
  const errors: number[] = []
  const confident: number[] = []
  const doubtful: number[] = []
  let lost = 0
  const byTurn = Map.groupBy(alignment.words, (word) => word.turn)
  for (const [turn, utterance] of truth) {
    const own = byTurn.get(turn) ?? []
    if (own.length !== utterance.words.length) {
      lost += utterance.words.length - own.length
      continue
    }
    for (const [i, start] of utterance.wordStarts.entries()) {
      const word = own[i]
      if (start === null || !word) continue
      const error = Math.abs(word.start - start)
      errors.push(error)
      ;(word.confidence >= 0.5 ? confident : doubtful).push(error)
      if (error > 0.3 && process.argv.includes('--errors'))
        console.log(
          `    turn ${turn} "${word.text}" at ${word.start.toFixed(2)}, should be ${start.toFixed(2)}, confidence ${word.confidence}`,
        )
    }
  }
  const good = (list: number[]) => `${list.filter((error) => error <= 0.3).length}/${list.length}`
  errors.sort((a, b) => a - b)
  console.log(
    `${title}: ${errors.length} words, median ${inMs(quantile(errors, 0.5))}, 95% ${inMs(quantile(errors, 0.95))}, 99% ${inMs(quantile(errors, 0.99))}, worst ${inMs(errors.at(-1))}; ` +
      `within 300 ms: ${good(confident)} at confidence 0.5 and more, ${good(doubtful)} below; words not found ${lost}, estimated ${alignment.words.filter((word) => word.estimated).length}; ` +
      `${seconds.toFixed(1)} s for ${(length / 60).toFixed(1)} min`,
  )
  for (const gap of alignment.notInAudio)
    console.log(
      `  not in the recording near ${gap.at} s: turn ${gap.turn} to ${gap.toTurn}, ${gap.words} words: "${gap.text.slice(0, 70)}"`,
    )
  for (const gap of alignment.notInTranscript) console.log(`  not in the transcript: ${gap.start} to ${gap.end} s`)
}

async function benchSample() {
  const wav = join(folder, 'sample.wav')
  await convert('samples/voir-dire.mp4', wav)
  const truth: { durationMs: number; turns: { role: string; text: string; words?: { startMs: number }[] }[] } =
    JSON.parse(readFileSync('samples/voir-dire.truth.json', 'utf8'))
  const spoken = truth.turns.filter((turn) => turn.words !== undefined)
  const { alignment, seconds } = await run(
    wav,
    spoken.map((turn) => turn.text),
  )
  const utterances = spoken.map((turn): Utterance => {
    const words = turn.text.split(/\s+/)
    return { words, start: 0, end: 0, wordStarts: (turn.words ?? []).map((word) => word.startMs / 1000) }
  })
  report(
    '(a) flite, exact phone times (the sample)',
    alignment,
    new Map(utterances.entries()),
    seconds,
    truth.durationMs / 1000,
  )
}

async function benchGaps(title: string, recording: Recording, leaveOut: number, putInAt: number, foreign: string) {
  const kept = recording.utterances.map((utterance, i) => ({ utterance, i })).filter(({ i }) => i !== leaveOut)
  const texts = kept.map(({ utterance }) => utterance.words.join(' '))
  const truth = new Map(kept.map(({ utterance }, turn) => [turn >= putInAt ? turn + 1 : turn, utterance]))
  const { alignment, seconds } = await run(recording.path, texts.toSpliced(putInAt, 0, foreign))
  report(title, alignment, truth, seconds, recording.seconds)
  const left = recording.utterances[leaveOut]
  console.log(
    `  truth: turn ${putInAt} is not in the recording; ${left?.start.toFixed(2)} to ${left?.end.toFixed(2)} s is not in the transcript`,
  )
}

try {
  await benchSample()
  const joined = await joinReadings(folder)
  if (joined) {
    const { alignment, seconds } = await run(
      joined.path,
      joined.utterances.map(({ words }) => words.join(' ')),
    )
    report(
      '(b) real readers joined, 20 dB noise',
      alignment,
      new Map(joined.utterances.entries()),
      seconds,
      joined.seconds,
    )
    for (const [i, { start, end }] of joined.utterances.entries()) {
      const first = alignment.words.find((word) => word.turn === i)
      if (first && (first.start < start || first.start > end))
        console.log(`  utterance ${i} begins at ${first.start}, outside ${start} to ${end}`)
    }
    const foreign =
      'the quick brown fox jumped over the lazy dog while twelve jurors waited for the judge to call them back'
    await benchGaps('(b) with one passage missing on each side', joined, 6, 4, foreign)
  } else console.log('(b) skipped: no development data')
  const turnsFile = join(developmentData, 'voirdire/dev_turns.jsonl')
  if (existsSync(turnsFile)) {
    const turns = readFileSync(turnsFile, 'utf8')
      .trim()
      .split('\n')
      .map((line): { text: string } => JSON.parse(line))
    const texts = turns
      .flatMap(({ text }) => text.replace(/\s+/g, ' ').split(/(?<=[.?!]) /))
      .map((text) => text.trim())
      .filter((text) => /[a-z]/i.test(text) && !/[([]|XX/.test(text))
    const seconds = process.argv.includes('--hour') ? 3600 : 300
    const recording = speakTexts(texts, seconds, folder, 'long')
    const { length } = recording.utterances
    await benchGaps(
      `(c) flite reading a real voir dire, 20 dB noise`,
      recording,
      Math.floor(length / 3),
      Math.floor(length / 2),
      texts.slice(-3).join(' '),
    )
  } else console.log('(c) skipped: no development data')
  console.log(`peak memory of this process ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
