import { execFileSync, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeFolder } from '#engine/media/media.factory.ts'

const venire = fileURLToPath(new URL('main.ts', import.meta.url))
const hasFlite = spawnSync('flite', ['--version']).error === undefined

test.skipIf(!hasFlite)('finds the turns of a voice, and that nobody else speaks into them', async () => {
  await using folder = await makeFolder()
  const audio = join(folder.path, 'said.wav')
  execFileSync('flite', [
    '-voice',
    'slt',
    '-t',
    'I have two children at home, and nobody else to care for them.',
    audio,
  ])
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
  // An empty list, not null: somebody listened for them.
  expect({ model, overlaps }).toEqual({ model: null, overlaps: [] })
  expect(turns.map(({ speaker }) => speaker)).toEqual(['voice-1'])
})

test('takes a list of speakers that an editor on Windows has saved', async () => {
  await using folder = await makeFolder()
  const list = join(folder.path, 'speakers.ndjson')
  await writeFile(list, '\uFEFF{"speaker": "Judge", "start": 0, "end": 2}\r\n')
  const { stderr } = spawnSync(process.execPath, [venire, 'diarize', 'no-such.wav', '--enrol', list], {
    encoding: 'utf8',
  })
  // The list is read first.
  expect(stderr.trim()).toBe('There is no file "no-such.wav".')
})
