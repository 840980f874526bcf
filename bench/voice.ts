/**
 * Measures pauses, diarization error, overlaps, and speed on simulated hearings. Run: npm run bench -- voice [--models
 * FOLDER] [--hours 6] [--held]. With --hours, measures only speed. With --held, compares each grouping with a single
 * voice.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { detectSpeech, findPauses, pauseSettings } from '#engine/voice/activity.ts'
import { groupVoices } from '#engine/voice/group.ts'
import { listenToVoices } from '#engine/voice/listen.ts'
import { measureError, readRttm, type Labeled } from './diarization.error.ts'
import { convert, developmentData } from './speech.material.ts'
import { measureHeld } from './voice.held.ts'
import { writeHours } from './voice.hours.ts'
import { measureMarks, writeOverlapped } from './voice.overlap.ts'

const from = join(developmentData, 'speech/sim')
const watch = { signal: new AbortController().signal, progress() {} }
const names = ['sim0', 'sim1', 'sim2']
const fills = [500, 1000, 1500]
const pauseMs = 2000
const tagMs = 3000

const percent = (value: number) => `${(value * 100).toFixed(1)}%`

const { values } = parseArgs({
  options: { hours: { type: 'string' }, held: { type: 'boolean' }, models: { type: 'string' } },
})
const hours = Number(values.hours ?? 0)
if (values.hours !== undefined && !(hours > 0))
  throw new Error(`--hours needs a number such as 6; it was "${values.hours}".`)

if (!existsSync(from)) console.log('skipped: no development data')
else if (hours > 0) await measureHours()
else if (values.held) await inFolder(measureHeld)
else {
  const folder = mkdtempSync(join(tmpdir(), 'bench-voice-'))
  try {
    const results = new Map<string, { mode: string; fillMs: number; error: ReturnType<typeof measureError> }[]>()
    for (const name of names) {
      const path = join(folder, `${name}.wav`)
      await convert(join(from, `${name}.flac`), path)
      const truth = readRttm(readFileSync(join(from, `${name}.rttm`), 'utf8'))
      await reportPauses(name, path, truth)
      const speakers = [...new Set(truth.map(({ voice }) => voice))]
      const enrollments = speakers.flatMap((speaker) => {
        const turn = truth.find(({ voice, startMs, endMs }) => voice === speaker && endMs - startMs >= tagMs)
        return turn ? [{ speaker, startMs: turn.startMs, endMs: turn.endMs }] : []
      })
      const modes = [
        { mode: 'blind', speakers: null, enrollments: [] },
        { mode: 'count', speakers: speakers.length, enrollments: [] },
        { mode: 'tagged', speakers: null, enrollments },
      ]
      const begun = performance.now()
      const prints = await listenToVoices(path, { modelFolder: null, threads: 1 }, watch)
      const seconds = (performance.now() - begun) / 1000
      const lengthSeconds = (truth.at(-1)?.endMs ?? 0) / 1000
      console.log(`${name}: heard at ${(lengthSeconds / seconds).toFixed(0)}x real time`)
      for (const { mode, ...settings } of modes)
        for (const fillMs of fills) {
          const turns = groupVoices(prints, { ...settings, isClosed: mode === 'tagged', fillMs })
          const error = measureError(truth, turns, mode === 'tagged')
          results.set(name, [...(results.get(name) ?? []), { mode, fillMs, error }])
        }
      await reportOverlaps(name, path, truth)
    }
    for (const mode of ['blind', 'count', 'tagged'])
      for (const name of names) {
        const of = (recording: string, fillMs: number) =>
          (results.get(recording) ?? []).find((result) => result.mode === mode && result.fillMs === fillMs)?.error
        const others = names.filter((other) => other !== name)
        const cost = (fillMs: number) => others.reduce((sum, other) => sum + (of(other, fillMs)?.total ?? 1), 0)
        const chosen = fills.toSorted((a, b) => cost(a) - cost(b))[0] ?? 0
        const error = of(name, chosen)
        if (!error) continue
        console.log(
          `${mode.padEnd(6)} ${name}: DER ${percent(error.total)} (missed ${percent(error.missed)}, invented ${percent(error.invented)}, confused ${percent(error.confused)}), ` +
            `${error.voices} voices for ${error.speakers} speakers, breaths up to ${chosen} ms filled (chosen on ${others.join(' and ')})`,
        )
      }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-voice-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function reportPauses(name: string, path: string, truth: readonly Labeled[]) {
  const begun = performance.now()
  const { detector, regions } = await detectSpeech(path, pauseSettings, watch)
  const seconds = (performance.now() - begun) / 1000
  const pauses = findPauses(truth, pauseMs)
  const found = findPauses(regions, pauseMs)
  const meets = (a: { startMs: number; endMs: number }, b: { startMs: number; endMs: number }) =>
    a.startMs < b.endMs && b.startMs < a.endMs
  const invented = found.filter((pause) => !pauses.some((true_) => meets(pause, true_)))
  console.log(
    `${name}: ${pauses.filter((pause) => found.some((other) => meets(pause, other))).length} of ${pauses.length} pauses of 2 s and more found, ` +
      `${invented.length} invented (${detector}, ${((truth.at(-1)?.endMs ?? 0) / 1000 / seconds).toFixed(0)}x real time)`,
  )
}

async function reportOverlaps(name: string, path: string, truth: readonly Labeled[]) {
  const shared = join(dirname(path), `${name}-shared.wav`)
  const moved = await writeOverlapped(path, truth, shared)
  const prints = await listenToVoices(shared, { modelFolder: values.models ?? null, threads: 1 }, watch)
  for (const [mode, speakers] of [
    ['blind', null],
    ['count', new Set(truth.map(({ voice }) => voice)).size],
  ] as const) {
    const turns = groupVoices(prints, { speakers, enrollments: [], isClosed: false, fillMs: 1000 })
    const { sharedMs, foundMs, inventedMs, givenMs } = measureMarks(moved, prints.overlaps, turns)
    console.log(
      `${mode.padEnd(6)} ${name}, people cutting in: of ${(sharedMs / 1000).toFixed(1)} s in which two speak ${percent(foundMs / sharedMs)} marked, ` +
        `${percent(givenMs / sharedMs)} given to one voice; ${(inventedMs / 1000).toFixed(1)} s marked wrongly; ` +
        `DER ${percent(measureError(moved, turns, false).total)}, ${new Set(turns.map(({ voice }) => voice)).size} voices`,
    )
  }
}

async function measureHours(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-voice-'))
  try {
    const pieces: string[] = []
    const truths: Labeled[][] = []
    for (const name of names) {
      pieces.push(join(folder, `${name}.wav`))
      await convert(join(from, `${name}.flac`), pieces.at(-1)!)
      truths.push(readRttm(readFileSync(join(from, `${name}.rttm`), 'utf8')))
    }
    const path = join(folder, 'hours.wav')
    const starts = await writeHours(pieces, hours * 3600, path)
    const truth = starts.flatMap((startMs, i) =>
      truths[i % truths.length]!.map((turn) => ({
        voice: turn.voice,
        startMs: turn.startMs + startMs,
        endMs: turn.endMs + startMs,
      })),
    )
    const [begun, used] = [performance.now(), process.cpuUsage()]
    const told = (what: string) => {
      const { user, system } = process.cpuUsage(used)
      const [wall, own] = [(performance.now() - begun) / 1000, (user + system) / 1e6]
      console.log(`  ${what.padEnd(16)} ${wall.toFixed(0)} s, ${own.toFixed(0)} s of processor time, since the start`)
      return wall
    }
    const prints = await listenToVoices(path, { modelFolder: null, threads: 2 }, watch)
    told('voices heard')
    const turns = groupVoices(prints, { speakers: null, enrollments: [], isClosed: false, fillMs: 1000 })
    const wall = told('voices grouped')
    const peakMiB = process.resourceUsage().maxRSS / 1024
    const { voices, speakers, total } = measureError(truth, turns, false)
    console.log(
      `${hours} h: ${(wall / 60).toFixed(1)} min (six hours: under 10 min), ${voices} voices of ${speakers} speakers in ${turns.length} turns, DER ${percent(total)}, peak memory ${peakMiB.toFixed(0)} MB`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
