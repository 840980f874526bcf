import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AnalysisDocument } from '#contract/videos/analysis.ts'

vi.setConfig({ testTimeout: 180_000 })

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const seconds = 12
const toleranceMs = 100

const tiny = ['-vf', 'scale=160:-2,fps=5', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-formats-'))
  make([
    '-i',
    join(root, 'samples/voir-dire.mp4'),
    '-t',
    String(seconds),
    '-map',
    '0:v',
    '-map',
    '0:a',
    ...tiny,
    '-c:a',
    'copy',
    path('plain.mp4'),
  ])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const path = (name: string) => join(folder, name)
const make = (options: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...options])

/** By default, skips the draft transcript because it takes longer than everything else combined. */
async function analyze(name: string, { draft = false } = {}): Promise<AnalysisDocument> {
  const options = [
    '--disable-warning=ExperimentalWarning',
    join(root, 'cli/main.ts'),
    'analyze',
    path(name),
    '--json',
    '--out',
    path(`${name}.out`),
  ]
  const { stdout } = await run(process.execPath, options, {
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, BUILT_IN_RECOGNITION: 'false', DRAFT_RECOGNITION: String(draft) },
  })
  return AnalysisDocument.parse(JSON.parse(stdout))
}

const cut = ['-t', String(seconds)]
test.for([
  ['a.mov', ['-c', 'copy'], true],
  ['a.avi', [...cut, '-c:v', 'mpeg4', '-c:a', 'mp3'], false],
  ['a.webm', [...cut, '-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'], true],
  ['a.mkv', ['-c', 'copy'], false],
] as const)('analyzes %s', async ([name, options, plays]) => {
  make(['-i', path('plain.mp4'), ...options, path(name)])
  // Make sure recognition still finds words in the re-encoded WebM audio.
  const draft = name === 'a.webm'
  const document = await analyze(name, { draft })
  expect(document.transcript.turns.length > 0).toBe(draft)
  expect(document.probe.playsInBrowser).toBe(plays)
  expect(document.proxy.file === null).toBe(plays)
  expect(Math.abs(document.probe.durationMs - seconds * 1000)).toBeLessThan(500)
  expect(document.speech.speechMs).toBeGreaterThan(3000)
})

test('keeps times correct after a 30-second gap in the audio', async () => {
  const gap = 30
  make(['-i', path('plain.mp4'), '-vn', '-c:a', 'copy', path('sound.m4a')])
  // Shift the second half of the audio by 30 s to leave a gap in its timestamps.
  const late = ['-itsoffset', String(gap), '-i', path('sound.m4a')]
  const picture = ['-f', 'lavfi', '-i', `testsrc=size=160x90:rate=5:duration=${gap + 2 * seconds}`]
  make([
    ...picture,
    ...late,
    '-map',
    '0:v',
    '-map',
    '1:a',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'copy',
    path('late.mp4'),
  ])
  const [plain, shifted] = [await analyze('plain.mp4'), await analyze('late.mp4')]
  const starts = (document: AnalysisDocument) => document.speech.regions.map((region) => region.startMs)
  expect(starts(shifted).length).toBe(starts(plain).length)
  for (const [index, start] of starts(shifted).entries()) {
    expect(Math.abs(start - gap * 1000 - starts(plain)[index]!)).toBeLessThan(toleranceMs)
  }
})

test('analyzes a file with silent audio and one with none', async () => {
  make(['-i', path('plain.mp4'), '-af', 'volume=0', '-c:v', 'copy', path('silent.mp4')])
  make(['-i', path('plain.mp4'), '-an', '-c:v', 'copy', path('mute.mp4')])
  expect(await analyze('silent.mp4', { draft: true })).toMatchObject({
    speech: { regions: [] },
    transcript: { turns: [] },
  })
  expect(await analyze('mute.mp4', { draft: true })).toMatchObject({
    probe: { audio: null },
    waveform: { file: null },
    transcript: { source: 'none' },
  })
})
