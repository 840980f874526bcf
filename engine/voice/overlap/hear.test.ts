import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runFfmpeg } from '#engine/media/ffmpeg.ts'
import { listenToVoices } from '../listen.ts'
import { encodeWav, openWav } from '../wav.ts'
import { hearOverlaps } from './hear.ts'

const watch = () => ({ signal: new AbortController().signal, progress() {} })
const perSecond = 16_000
let root = ''
let alone = ''
let together = ''

/** The first 16 s of the sample, in which one after the other speaks; and with the juror's answer laid over the court. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'venire-overlap-'))
  alone = join(root, 'alone.wav')
  together = join(root, 'together.wav')
  const path = new URL('../../../samples/voir-dire.mp4', import.meta.url).pathname
  const options = '-vn -ac 1 -ar 16000 -c:a pcm_s16le -bitexact -t 16 -f wav'.split(' ')
  await runFfmpeg({ inputs: [{ path }], output: { path: alone, options }, doing: 'cut' })
  await using wav = await openWav(alone)
  const samples = await wav.read(0, wav.samples)
  const answer = samples.slice(10.7 * perSecond, 15.5 * perSecond)
  for (const [i, sample] of answer.entries()) samples[2.5 * perSecond + i]! += sample
  await writeFile(together, encodeWav(samples))
})
afterAll(() => rm(root, { recursive: true }))

test('a juror who speaks into the judge’s words is heard, and two who take turns are not marked', async () => {
  expect(await hearOverlaps(alone, 1, watch())).toEqual([])
  const [span, ...more] = (await hearOverlaps(together, 1, watch())) ?? []
  expect(more).toEqual([])
  expect(span?.startMs).toBeGreaterThanOrEqual(2300)
  expect(span?.startMs).toBeLessThan(3500)
  expect(span?.endMs).toBeGreaterThan(6300)
  expect(span?.endMs).toBeLessThanOrEqual(7600)
})

test('what is marked is in the voiceprints, and says that it was listened for', async () => {
  const fractions: number[] = []
  const prints = await listenToVoices(
    together,
    { modelFolder: null, threads: 1 },
    { ...watch(), progress: (fraction) => fractions.push(fraction) },
  )
  expect(prints).toMatchObject({ kind: 'spectrum', overlapsHeard: true })
  expect(prints.overlaps).toHaveLength(1)
  expect(fractions.every((fraction, at) => fraction >= (fractions[at - 1] ?? 0))).toBe(true)
  expect(fractions.at(-1)).toBe(1)
})

test('an order to stop ends it with its reason, and what is no recording is a sentence', async () => {
  const stopped = new AbortController()
  const reason = new Error('cancelled')
  const running = hearOverlaps(together, 1, { signal: stopped.signal, progress: () => stopped.abort(reason) })
  await expect(running).rejects.toBe(reason)
  const text = join(root, 'text.wav')
  await writeFile(text, 'not a recording')
  await expect(hearOverlaps(text, 1, watch())).rejects.toThrow('not a WAV file')
})
