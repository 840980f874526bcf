import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runFfmpeg } from '../media/ffmpeg.ts'
import { speechStage } from '../stages/speech.ts'
import { detectByEnergy, detectSpeech, findPauses, pauseSettings, regionSettings } from './activity.ts'
import { encodeWav, openWav, sampleRate } from './wav.ts'

const watch = { signal: new AbortController().signal, progress() {} }
let folder: string
let path: string
let secondEndsMs: number

async function say(startMs: number, endMs: number): Promise<Int16Array> {
  const file = join(folder, 'say.wav')
  const cut = ['-vn', '-ss', `${startMs}ms`, '-to', `${endMs}ms`, '-ac', '1', '-ar', String(sampleRate)]
  await runFfmpeg({
    inputs: [{ path: join(import.meta.dirname, '../../samples/voir-dire.mp4') }],
    output: { path: file, options: [...cut, '-c:a', 'pcm_s16le', '-bitexact', '-f', 'wav'] },
    doing: 'cut',
  })
  const wav = readSamples(file)
  const loud = (sample: number) => Math.abs(sample) > 800
  return wav.subarray(wav.findIndex(loud), wav.findLastIndex(loud))
}

function readSamples(file: string): Int16Array {
  const bytes = readFileSync(file)
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length - (bytes.length % 2)))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voice-'))
  path = join(folder, 'room.wav')
  const [yes, sentence] = [await say(122_100, 122_480), await say(56_187, 61_246)]
  let seed = 7
  const room = Int16Array.from({ length: 10 * sampleRate }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return (seed / 2 ** 31 - 0.5) * 100
  })
  const mix = (speech: Int16Array, at: number) =>
    speech.forEach((sample, i) => (room[at + i] = (room[at + i] ?? 0) + sample))
  mix(yes, sampleRate)
  mix(sentence, 4 * sampleRate)
  secondEndsMs = 4000 + (sentence.length * 1000) / sampleRate
  writeFileSync(path, encodeWav(room))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('Silero finds a short answer, a sentence, and the pause between them', async () => {
  const { detector, regions, speechMs } = await detectSpeech(path, regionSettings, watch)
  expect(detector).toBe('silero')
  expect(regions).toHaveLength(2)
  expect(Math.abs(regions[0]!.startMs - 1000)).toBeLessThan(150)
  expect(Math.abs(regions[1]!.startMs - 4000)).toBeLessThan(150)
  expect(Math.abs(regions[1]!.endMs - secondEndsMs)).toBeLessThan(250)
  expect(speechMs).toBe(regions.reduce((sum, span) => sum + span.endMs - span.startMs, 0))
  expect(findPauses(regions, 2000)).toEqual([{ startMs: regions[0]!.endMs, endMs: regions[1]!.startMs }])
})

test("the energy detector finds the same if Silero doesn't load", async () => {
  await using wav = await openWav(path)
  const regions = await detectByEnergy(wav, pauseSettings, watch)
  expect(regions).toHaveLength(2)
  expect(Math.abs(regions[0]!.startMs - 1000)).toBeLessThan(150)
  expect(Math.abs(regions[1]!.endMs - secondEndsMs)).toBeLessThan(250)
})

test('neither detector finds speech in digital silence', async () => {
  const silent = join(folder, 'silent.wav')
  writeFileSync(silent, encodeWav(new Int16Array(3 * sampleRate)))
  expect((await detectSpeech(silent, regionSettings, watch)).regions).toEqual([])
  await using wav = await openWav(silent)
  expect(await detectByEnergy(wav, regionSettings, watch)).toEqual([])
})

test('stops a canceled detection', async () => {
  const canceled = { ...watch, signal: AbortSignal.abort() }
  await expect(detectSpeech(path, regionSettings, canceled)).rejects.toThrow('aborted')
})

test("rejects a file that isn't 16 kHz mono PCM", async () => {
  const wrong = join(folder, 'wrong.wav')
  const bytes = encodeWav(new Int16Array(100))
  bytes.writeUInt32LE(8000, 24)
  writeFileSync(wrong, bytes)
  await expect(detectSpeech(wrong, regionSettings, watch)).rejects.toThrow('not 16 kHz mono')
  writeFileSync(wrong, 'hello')
  await expect(detectSpeech(wrong, regionSettings, watch)).rejects.toThrow('not a WAV file')
})

test('finds no speech in a recording without audio', async () => {
  const result = await speechStage.run({
    input: '',
    folder,
    options: {
      transcript: null,
      recognition: { endpoint: null, modelFolder: null, allowDraft: false, findingsOnDraft: false },
      threads: 1,
    },
    artifact: () => ({ file: null, durationMs: 0, sampleRate: 16_000 }) as never,
    ...watch,
  })
  expect(result).toEqual({ detector: 'none', regions: [], speechMs: 0 })
})

const simulated = join(process.env['VENIRE_DEV_DATA'] ?? resolve('../shared/data'), 'speech/sim')

test.skipIf(!existsSync(simulated))(
  'finds every two-second pause in simulated hearings and invents none (skipped without the development data)',
  async () => {
    for (const name of ['sim0', 'sim1', 'sim2']) {
      const sound = join(folder, `${name}.wav`)
      await runFfmpeg({
        inputs: [{ path: join(simulated, `${name}.flac`), options: ['-format_whitelist', 'flac'] }],
        output: { path: sound, options: ['-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', '-bitexact', '-f', 'wav'] },
        doing: 'test',
      })
      const turns = readFileSync(join(simulated, `${name}.rttm`), 'utf8')
        .trim()
        .split('\n')
        .map((line) => {
          const startMs = Math.round(Number(line.split(' ')[3]) * 1000)
          return { startMs, endMs: startMs + Math.round(Number(line.split(' ')[4]) * 1000) }
        })
      const truth = findPauses(turns, 2000)
      const found = findPauses((await detectSpeech(sound, pauseSettings, watch)).regions, 2000)
      expect(found).toHaveLength(truth.length)
      for (const [i, pause] of truth.entries())
        expect(Math.min(pause.endMs, found[i]!.endMs) - Math.max(pause.startMs, found[i]!.startMs)).toBeGreaterThan(
          1500,
        )
    }
  },
)
