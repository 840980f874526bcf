import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildMedia, makeFolder } from '#engine/media/media.factory.ts'

const venire = fileURLToPath(new URL('main.ts', import.meta.url))
const sample = fileURLToPath(new URL('../samples/voir-dire.mp4', import.meta.url))

test("finds each voice's turns; without models, overlaps are unknown", async () => {
  await using folder = await makeFolder()
  const audio = join(folder.path, 'said.wav')
  const cut = ['-ss', '33.3', '-to', '38.9', '-i', sample, '-vn', '-ac', '1', '-ar', '16000']
  await buildMedia(audio, cut)
  const { status, stdout, stderr } = spawnSync(process.execPath, [venire, 'diarize', audio, '--json'], {
    encoding: 'utf8',
    env: { ...process.env, MODELS_DIR: join(folder.path, 'none') },
  })
  expect([status, stderr]).toEqual([0, ''])
  const { model, turns, overlaps } = JSON.parse(stdout) as {
    model: null
    turns: { speaker: string }[]
    overlaps: unknown[] | null
  }
  // Without voice models, overlaps are unknown, so the value is null instead of an empty list.
  expect({ model, overlaps }).toEqual({ model: null, overlaps: null })
  expect(turns.map(({ speaker }) => speaker)).toEqual(['voice-1'])
})

test('reads a speaker list saved by a Windows editor', async () => {
  await using folder = await makeFolder()
  const list = join(folder.path, 'speakers.ndjson')
  await writeFile(list, '\uFEFF{"speaker": "Judge", "start": 0, "end": 2}\r\n')
  const { stderr } = spawnSync(process.execPath, [venire, 'diarize', 'no-such.wav', '--enroll', list], {
    encoding: 'utf8',
  })
  expect(stderr.trim()).toBe('File not found: "no-such.wav".')
})
