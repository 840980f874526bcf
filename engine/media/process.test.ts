import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Transient, Unprocessable } from '../stage.ts'
import { checkMediaTools, explainFailure, runFfmpeg } from './ffmpeg.ts'
import { buildMedia, h264, makeFolder, picture } from './media.factory.ts'
import { type Limits, runLimited } from './process.ts'

const limits: Limits = { memoryMiB: 256, fileMiB: 16, silentSeconds: 10, totalSeconds: 10, stdoutMiB: 1 }
const shell = (script: string, more: Partial<Limits> = {}, signal?: AbortSignal) =>
  runLimited({ command: 'sh', args: ['-c', script], limits: { ...limits, ...more }, signal })

test('the tools are installed and the system enforces the memory limit', async () => {
  expect(await checkMediaTools()).toMatchObject({ ffmpeg: expect.any(String), memoryLimited: true })
})

test('aborting kills the tool and its children', async () => {
  const controller = new AbortController()
  let pid = 0
  const ended = runLimited({
    command: 'sh',
    args: ['-c', 'sleep 60 & echo $!; wait'],
    limits,
    signal: controller.signal,
    onStdout: (text) => {
      pid = Number(text)
      controller.abort(new Error('canceled'))
    },
  })
  await expect(ended).rejects.toThrow('canceled')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

/** A killed process stays in state Z until its parent waits for it. */
const isAlive = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (line) => !line.includes(') Z'),
    () => false,
  )

test('kills a tool that goes quiet, prints too much, or runs too long', async () => {
  expect(await shell('sleep 60', { silentSeconds: 0.3 })).toMatchObject({ killedFor: 'silence' })
  expect(await shell('while :; do echo x; sleep 0.05; done', { totalSeconds: 0.4 })).toMatchObject({
    killedFor: 'time',
  })
  expect(await shell('exec cat /dev/zero', { stdoutMiB: 1 })).toMatchObject({ killedFor: 'output' })
})

test('a tool that prints nothing but writes a file is alive', async () => {
  await using folder = await makeFolder()
  const script = `i=0; while [ $i -lt 15 ]; do echo x >> ${folder.path}/out; sleep 0.1; i=$((i+1)); done`
  let signs = 0
  const ended = await runLimited({
    command: 'sh',
    args: ['-c', script],
    limits: { ...limits, silentSeconds: 0.8 },
    onWrite: () => signs++,
  })
  expect(ended).toMatchObject({ code: 0, killedFor: null })
  expect(signs).toBeGreaterThan(2)
})

test('limits memory and file size, and keeps the end of the error output', async () => {
  const keep = 'head -c 200000000 /dev/zero | tail -n 1 > /dev/null'
  expect(await shell(keep, { memoryMiB: 1024 })).toMatchObject({ code: 0 })
  expect(await shell(keep, { memoryMiB: 64 })).toMatchObject({ code: 1, killedFor: null })
  const loud = await shell('i=0; while [ $i -lt 3000 ]; do echo "line $i" >&2; i=$((i+1)); done')
  expect(loud.stderr.length).toBeLessThanOrEqual(8192)
  expect(loud.stderr).toContain('line 2999')
})

test('ffmpeg stops at its limits with one sentence each', async () => {
  await using folder = await makeFolder()
  const film = await buildMedia(`${folder.path}/film.mp4`, [...picture(20, '640x360'), ...h264])
  const copy = (more: Partial<Limits>) =>
    runFfmpeg({
      inputs: [{ path: film }],
      output: { path: `${folder.path}/out.avi`, options: ['-c:v', 'rawvideo'] },
      doing: 'The copy failed',
      limits: more,
    })
  await expect(copy({ fileMiB: 2 })).rejects.toThrow('The copy failed: the result is too large.')
  await expect(copy({ memoryMiB: 48 })).rejects.toThrow('needs too much memory')
  expect((await copy({})).reachedMs).toBeGreaterThan(19_000)
})

test('treats a name that looks like an option or URL as a plain name', async () => {
  await using folder = await makeFolder()
  for (const name of ['-y.mp4', 'http:evil.mp4', 'concat:a|b.mp4', '%03d.mp4']) {
    const film = await buildMedia(`file:${folder.path}/${name}`, [...picture(1, '64x64'), ...h264])
    const { reachedMs } = await runFfmpeg({
      inputs: [{ path: film.replace(/^file:/, '') }],
      output: { path: null, options: ['-c', 'copy'] },
      doing: 'The film could not be read',
    })
    expect(reachedMs).toBeGreaterThan(900)
  }
})

test('retries after a missing program, a full disk, or a kill, but not for a damaged file', () => {
  const explain = (ended: Partial<Parameters<typeof explainFailure>[1]>) =>
    explainFailure('ffmpeg', { code: 1, exitSignal: null, killedFor: null, stderr: '', ...ended }, 'It failed')
  expect(explain({ code: 127, stderr: 'sh: 1: exec: ffmpeg: not found' })).toMatchObject({
    message: expect.stringContaining('apt-get install ffmpeg'),
  })
  for (const end of [
    { code: 127, stderr: 'ffmpeg: not found' },
    { stderr: 'av_interleaved_write_frame(): No space left on device' },
    { code: null, exitSignal: 'SIGKILL' as const },
    { killedFor: 'silence' as const },
  ])
    expect(explain(end)).toBeInstanceOf(Transient)
  for (const end of [
    { stderr: 'moov atom not found' },
    { code: null, exitSignal: 'SIGSEGV' as const },
    { stderr: '?' },
  ])
    expect(explain(end)).toBeInstanceOf(Unprocessable)
})
