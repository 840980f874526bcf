import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stageNames, type StageName } from '#contract/videos/analysis.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { Voices } from '#contract/speakers/voices.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { silent } from '#test/silent.ts'
import { analyzeVideo } from './analyze.ts'

const srt = [4, 10, 16, 22, 28, 34]
  .map((from, at) => {
    const time = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')},000`
    return `${at + 1}\n${time(from)} --> ${time(from + 5)}\nThis is what was said in part ${at + 1}.\n`
  })
  .join('\n')
const seconds = 40

let at: TestApp
let person: Person
let folder: string
let videoId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-regroup-'))
  const path = join(folder, 'film.mp4')
  await promisify(execFile)('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-i', resolve('samples/voir-dire.mp4'), '-map', '0:v:0', '-map', '0:a:0'],
    ...['-t', String(seconds), '-vf', 'scale=160:90,fps=5', '-c:v', 'libx264', '-preset', 'ultrafast'],
    ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', path],
  ])
  at = await testApp({ BUILT_IN_RECOGNITION: 'false', DRAFT_RECOGNITION: 'false' })
  person = await at.person()
  ;({ id: videoId } = await buildVideo(at.parts, person.actor, { bytes: await readFile(path) }))
  await person.call('PUT', `/api/videos/${videoId}/transcript`, { name: 'day 1.srt', text: srt })
})
afterAll(async () => {
  await at.close()
  await rm(folder, { recursive: true })
})

async function lastRun() {
  const { rows } = await at.parts.database.pool.query<{ id: string; work_id: string; state: string }>(
    'select id, work_id, state from analysis_runs where video_id = $1 order by number desc limit 1',
    [videoId],
  )
  return rows[0]!
}
async function analyze(): Promise<string> {
  const { id, work_id } = await lastRun()
  const signal = new AbortController().signal
  await analyzeVideo(at.parts, silent, { id: newId(), attempt: 1, payload: { runId: id }, signal })
  return work_id
}
async function work(): Promise<Map<StageName, string>> {
  const workId = await analyze()
  const works = join(at.parts.config.DATA_DIR, 'work', videoId)
  const place = join(
    works,
    (await readdir(works)).find((name) => name.startsWith(workId))!,
  )
  const keys = stageNames.map(async (name): Promise<[StageName, string]> => {
    const { key } = JSON.parse(await readFile(join(place, `${name}.json`), 'utf8')) as { key: string }
    return [name, key]
  })
  return new Map(await Promise.all(keys))
}
const voices = async () => (await person.call('GET', `/api/videos/${videoId}/voices`)).json<Voices>()
const turns = async () => (await person.call('GET', `/api/videos/${videoId}/transcript`)).json<Turn[]>()
const say = (command: string, body: object) => person.call('POST', `/api/videos/${videoId}/voices/${command}`, body)

test('keeps a requested number of voices and named turns, and reruns only what depends on voices', async () => {
  const first = await work()
  expect(await voices()).toMatchObject({ method: 'voices', count: null, isBusy: false, version: 0 })

  const last = (await turns()).at(-1)!
  const split = (await say('turns', { version: 0, turns: [last.index], label: null })).json<Voices>()
  const own = split.voices.find(({ turns: its, named }) => its === 1 && named > 0)!
  expect((await say('regroup', { version: 1, count: 2 })).statusCode).toBe(200)
  expect(await voices()).toMatchObject({ count: 2, isBusy: true })

  const second = await work()
  expect(stageNames.filter((name) => first.get(name) !== second.get(name))).toEqual([
    'speakers',
    'exchanges',
    'findings',
    'summary',
  ])
  const now = await voices()
  expect(now).toMatchObject({ method: 'voices', count: 2, isBusy: false, version: 2 })
  expect(now.voices.length).toBe(2)
  expect((await turns()).at(-1)!.speaker).toBe(own.label)
}, 120_000)

test("regrouping doesn't rerun a stage result of an older version", async () => {
  const before = await turns()
  const { version } = await voices()
  const { work_id } = await lastRun()
  const works = join(at.parts.config.DATA_DIR, 'work', videoId)
  const findWork = async () =>
    join(
      works,
      (await readdir(works)).find((name) => name.startsWith(work_id))!,
    )
  const stored = JSON.parse(await readFile(join(await findWork(), 'align.json'), 'utf8')) as object
  const older = JSON.stringify({ ...stored, key: 'the key of an older version' })
  await writeFile(join(await findWork(), 'align.json'), older)
  await say('turns', { version, turns: [before.at(-1)!.index], label: before[0]!.speaker })
  await analyze()
  expect(await voices()).toMatchObject({ isBusy: false })
  expect((await turns()).at(-1)!.speaker).toBe(before[0]!.speaker)
  expect(await readFile(join(await findWork(), 'align.json'), 'utf8')).toBe(older)
}, 120_000)

test("without the last run's stage results, a name is kept and nothing is recognized again", async () => {
  const before = { turns: await turns(), voices: await voices() }
  const run = await lastRun()
  await rm(join(at.parts.config.DATA_DIR, 'work', videoId), { recursive: true })
  const { version } = before.voices
  const last = before.turns.at(-1)!
  await say('turns', { version, turns: [last.index], label: last.speaker })
  expect(await voices()).toMatchObject({ isBusy: true })
  await analyze()
  expect(await voices()).toMatchObject({ isBusy: false, grouping: before.voices.grouping })
  expect(await turns()).toEqual(before.turns)
  const ended = await lastRun()
  expect(ended).toMatchObject({ state: 'completed', work_id: run.work_id })
  expect(ended.id).not.toBe(run.id)
}, 120_000)
