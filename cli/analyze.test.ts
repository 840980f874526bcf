import { spawn } from 'node:child_process'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AnalysisDocument } from '#contract/videos/analysis.ts'
import { aac, buildMedia, h264, makeFolder, picture, tone } from '#engine/media/media.factory.ts'

const module = new URL('analyze.ts', import.meta.url).href

function call(folder: string, args: string[]) {
  const script = `import { analyze } from ${JSON.stringify(module)}; process.exitCode = await analyze(process.argv.slice(1))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, '--', ...args], {
    cwd: folder,
    env: { ...process.env, BUILT_IN_RECOGNITION: 'false', DRAFT_RECOGNITION: 'false' },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, out, err }))
  })
  return { child, ended, seen: () => err }
}

const srt = `1
00:00:00,500 --> 00:00:01,500
THE COURT: Can you be fair?

2
00:00:01,600 --> 00:00:02,800
JUROR 4: Yes, Your Honor.
`

test('writes the document, transcript, and images without changing the file', async () => {
  await using folder = await makeFolder()
  const film = await buildMedia(join(folder.path, '-my film; $(x).avi'), [
    ...picture(3),
    ...tone(3),
    '-c:v',
    'mpeg4',
    '-c:a',
    'libmp3lame',
  ])
  await writeFile(join(folder.path, 't.srt'), srt)
  const before = await readFile(film)
  const first = await call(folder.path, [
    '--json',
    '--transcript',
    't.srt',
    '--out',
    'result',
    '--',
    '-my film; $(x).avi',
  ]).ended
  expect(first).toMatchObject({ code: 0 })
  const document = AnalysisDocument.parse(JSON.parse(first.out))
  expect(document.file).toEqual({
    name: '-my film; $(x).avi',
    sizeBytes: before.length,
    sha256: createHash('sha256').update(before).digest('hex'),
  })
  expect(document.transcript).toMatchObject({ source: 'attached', format: 'srt' })
  expect(document.stages).toHaveLength(13)
  expect(first.err).toContain('Media check\n')
  expect(await readFile(film)).toEqual(before)
  const files = await readdir(join(folder.path, 'result'))
  expect(files.sort()).toEqual(
    'analysis.json proxy.mp4 thumbnails.poster.jpg thumbnails.sprite.jpg transcript.txt transcript.vtt waveform.bin'.split(
      ' ',
    ),
  )
  expect(await readFile(join(folder.path, 'result', 'transcript.vtt'), 'utf8')).toMatch(/^WEBVTT[^]*fair/)

  const again = await call(folder.path, ['./-my film; $(x).avi', '--transcript', 't.srt']).ended
  expect(again).toMatchObject({ code: 0 })
  expect(again.out).toContain('Juror 4')
  expect(again.out).toContain('2 turns, 7 words')
  expect(await readdir(folder.path)).toContain('-my film; $(x).avi.analysis')
})

test('exits with 1 and one sentence for an unreadable file, leaving nothing behind', async () => {
  await using folder = await makeFolder()
  await writeFile(join(folder.path, 'notes.mp4'), 'THE COURT: Good morning.')
  expect(await call(folder.path, ['notes.mp4']).ended).toEqual({
    code: 1,
    out: '',
    err: '  0%  Media check\nMedia check: This is not a readable video or audio file (MP4, MOV, WebM, MKV, AVI, WAV, MP3, M4A, FLAC, or OGG).\n',
  })
  expect(await readdir(folder.path)).toEqual(['notes.mp4'])
})

test.each([
  [['--help'], 0, 'Usage: venire analyze'],
  [[], 2, 'Name a recording.'],
  [['missing.mp4'], 2, 'File not found: missing.mp4.'],
  [['--frob'], 2, "Unknown option '--frob'"],
  [['.'], 2, 'File not found: .'],
  [['/dev/null', '--transcript', 'no.srt'], 2, 'File not found: /dev/null'],
])('exits with %j → %i', async (args, code, text) => {
  await using folder = await makeFolder()
  const ended = await call(folder.path, args).ended
  expect(ended.code).toBe(code)
  expect(ended.out + ended.err).toContain(text)
})

test('Ctrl-C stops the tools and leaves nothing behind', async () => {
  await using folder = await makeFolder()
  await buildMedia(join(folder.path, 'film.avi'), [...picture(20, '1280x720'), ...h264, ...aac, '-crf', '40'])
  const { child, ended, seen } = call(folder.path, ['film.avi'])
  await expect.poll(seen, { timeout: 30_000 }).toContain('Audio')
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130, err: expect.stringContaining('Stopped') })
  expect(await readdir(folder.path)).toEqual(['film.avi'])
})

test('Ctrl-C during hashing of a large file prints a message and no stack trace', async () => {
  await using folder = await makeFolder()
  const film = await buildMedia(join(folder.path, 'film.mp4'), [...picture(20, '1280x720'), ...h264, ...aac])
  await truncate(film, 24 * 1024 ** 3)
  const { child, ended, seen } = call(folder.path, ['film.mp4'])
  await expect.poll(seen, { timeout: 30_000 }).toContain('Audio')
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130, err: expect.not.stringContaining('AbortError') })
  expect(await readdir(folder.path)).toEqual(['film.mp4'])
})
