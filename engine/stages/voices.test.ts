import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VoicesArtifact } from '#contract/videos/analysis.ts'
import { runFfmpeg } from '../media/ffmpeg.ts'
import type { StageContext } from '../stage.ts'
import { voicesStage } from './voices.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-voices-'))
  const path = new URL('../../samples/voir-dire.mp4', import.meta.url).pathname
  const options = '-vn -ac 1 -ar 16000 -c:a pcm_s16le -bitexact -t 30 -f wav'.split(' ')
  await runFfmpeg({ inputs: [{ path }], output: { path: join(folder, 'audio.wav'), options }, doing: 'cut' })
})
afterAll(() => rm(folder, { recursive: true }))

function open(speaker: string | null, captions: object[] = []): StageContext {
  const artifacts: Record<string, unknown> = {
    probe: { captions },
    audio: { file: 'audio.wav' },
    transcript: { turns: [{ role: 'unknown', speaker }] },
  }
  return {
    ...{ input: '', folder, signal: new AbortController().signal, progress: () => undefined },
    options: {
      transcript: null,
      recognition: { endpoint: null, modelFolder: null, allowDraft: false, findingsOnDraft: false },
      threads: 2,
    },
    artifact: (name) => artifacts[name] as never,
  }
}
const listenAhead = (context: StageContext) =>
  voicesStage.ahead!.run({ ...context, enough: new AbortController().signal })
const listFiles = async () => (await readdir(folder)).filter((name) => name.startsWith('voices')).sort()

test('early listening gives the same voices as listening in order', async () => {
  const late = (await voicesStage.run(open(null))) as VoicesArtifact
  const bytes = await readFile(join(folder, 'voices.prints'))
  await rm(join(folder, 'voices.prints'))
  await listenAhead(open(null))
  expect(await listFiles()).toEqual(['voices_ahead.prints'])
  const early = await voicesStage.run(open(null))
  expect(early).toEqual(late)
  expect(late.stretches.length).toBeGreaterThan(3)
  expect(await listFiles()).toEqual(['voices.prints'])
  expect((await readFile(join(folder, 'voices.prints'))).equals(bytes)).toBe(true)
  await rm(join(folder, 'voices.prints'))
})

test('listens to no voices if the transcript names speakers, and not early if there are captions', async () => {
  await listenAhead(open(null))
  expect(await voicesStage.run(open('THE COURT'))).toMatchObject({ kind: 'none', file: null })
  expect(await listFiles()).toEqual([])
  await listenAhead(open(null, [{ streamIndex: 2 }]))
  expect(await listFiles()).toEqual([])
})
