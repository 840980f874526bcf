import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../media/media.factory.ts'
import type { Progress } from '../progress.ts'
import { analyzeInChild } from './analyze.ts'
import { Unrenewed } from './spawn.ts'

const pipeline = new URL('behaviors.fixture.ts', import.meta.url)
const options = {
  transcript: null,
  recognition: { endpoint: null, modelFolder: null, allowDraft: false, findingsOnDraft: false },
  threads: 1,
}

async function setUp(behavior: string) {
  const root = await makeFolder()
  const input = join(root.path, 'input')
  const folder = join(root.path, 'work')
  await writeFile(input, behavior)
  const runAnalysis = (more: Partial<Parameters<typeof analyzeInChild>[0]> = {}) =>
    analyzeInChild({ input, folder, options, pipeline, signal: new AbortController().signal, ...more })
  return { root, input, folder, runAnalysis, [Symbol.asyncDispose]: () => root[Symbol.asyncDispose]() }
}

type Told = { environment: string[]; priority: number }

async function waitForPid(path: string): Promise<number> {
  await expect.poll(() => existsSync(path)).toBe(true)
  await expect.poll(() => readFile(path, 'utf8')).not.toBe('')
  return Number(await readFile(path, 'utf8'))
}

/** A killed process stays in state Z until its parent waits for it. */
const isAlive = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (line) => !line.includes(') Z'),
    () => false,
  )
const untilDead = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false)

test('returns artifacts, reports progress, and hides server settings', async () => {
  await using place = await setUp('good')
  process.env['DATABASE_URL'] = 'postgres://secret'
  const seen: Progress[] = []
  const outcome = await place.runAnalysis({
    onProgress: (progress) => seen.push(progress),
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  })
  delete process.env['DATABASE_URL']
  expect(outcome).toMatchObject({ ok: true, artifacts: { probe: 'first' } })
  const told = (outcome as { artifacts: { audio: unknown } }).artifacts.audio as Told
  const { environment } = told
  expect(told.priority).toBe(10)
  expect(environment).toEqual(expect.arrayContaining(['VENIRE_ANALYSIS_HOST', 'TRACEPARENT']))
  expect(environment).not.toContain('DATABASE_URL')
  expect(seen.at(-1)).toMatchObject({ stage: 'audio', overall: 1 })
})

test('fails permanently for a bad file, naming stage and reason', async () => {
  await using place = await setUp('refuse')
  expect(await place.runAnalysis()).toMatchObject({
    ok: false,
    stage: 'audio',
    reason: 'The file is empty.',
    permanent: true,
  })
})

test.each([
  ['crash', {}, 'stopped unexpectedly'],
  ['devour', { heapMiB: 64 }, 'ran out of memory'],
  ['hang', { silentSeconds: 1 }, 'no progress'],
  ['spin', { silentSeconds: 1 }, 'no progress'],
  ['hang', { totalSeconds: 1 }, 'longer than'],
])('%s: a failed child is retried (%o)', async (behavior, limits, sentence) => {
  await using place = await setUp(behavior)
  expect(await place.runAnalysis({ limits })).toMatchObject({
    ok: false,
    stage: 'audio',
    reason: expect.stringContaining(sentence),
    permanent: false,
  })
})

test('resumes after the last finished stage of a killed child', async () => {
  await using place = await setUp('dieOnce')
  expect(await place.runAnalysis()).toMatchObject({ ok: false, stage: 'audio' })
  await writeFile(join(place.folder, 'runs'), 'second run')
  expect(await place.runAnalysis()).toMatchObject({ ok: true, artifacts: { probe: 'first', audio: 'second run' } })
})

test('aborting stops the child and all its tools', async () => {
  await using place = await setUp('startAndWait')
  const controller = new AbortController()
  const outcome = place.runAnalysis({ signal: controller.signal })
  const tool = await waitForPid(join(place.folder, 'tool'))
  controller.abort(new Error('deleted'))
  await expect(outcome).rejects.toThrow('deleted')
  await untilDead(tool)
})

test("a child that exits because its claim wasn't renewed isn't a failed analysis", async () => {
  await using place = await setUp('hang')
  await expect(place.runAnalysis({ renewals: () => () => {} })).rejects.toThrow(Unrenewed)
})

function startServer(place: { input: string; folder: string }) {
  const module = JSON.stringify(new URL('analyze.ts', import.meta.url).href)
  const work = JSON.stringify({ input: place.input, folder: place.folder, options })
  const script = `import { analyzeInChild } from ${module}
    await analyzeInChild({ ...${work}, pipeline: new URL(${JSON.stringify(pipeline.href)}), signal: new AbortController().signal })`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
}

test('the child and its tools die with the server', async () => {
  await using place = await setUp('startAndWait')
  const server = startServer(place)
  const tool = await waitForPid(join(place.folder, 'tool'))
  const host = await waitForPid(join(place.folder, 'host.pid'))
  server.kill('SIGKILL')
  await untilDead(host)
  await untilDead(tool)
  expect(await isAlive(tool)).toBe(false)
})

test('the next run in the folder ends a hung child', async () => {
  await using place = await setUp('spin')
  const server = startServer(place)
  const host = await waitForPid(join(place.folder, 'spinning'))
  server.kill('SIGKILL')
  expect(await isAlive(host)).toBe(true)
  await writeFile(place.input, 'good')
  expect(await place.runAnalysis()).toMatchObject({ ok: true })
  await untilDead(host)
})
