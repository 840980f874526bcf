import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stageNames, type StageName } from '#contract/videos/analysis.ts'
import type { CaseIssue } from '#contract/cases/data.ts'
import type { ChainRecord } from '#contract/highlights/chains.ts'
import type { VideoFinding } from '#contract/findings/findings.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { silent } from '#test/silent.ts'
import { analyzeVideo } from './analyze.ts'
import { followThemes, listThemes } from './vocabulary.ts'

const srt = `1
00:00:01,000 --> 00:00:02,500
THE COURT: How do you feel about the drilling company?

2
00:00:03,000 --> 00:00:05,000
JUROR 12: I would lean against them. They cut corners for profits.

3
00:00:05,500 --> 00:00:06,500
THE COURT: Can you set that aside?

4
00:00:07,000 --> 00:00:08,000
JUROR 12: I would try.

5
00:00:08,200 --> 00:00:09,500
THE COURT: I am going to excuse juror 12.
`

let at: TestApp
let lead: Person
let folder: string
let caseId: string
let videoId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-themes-'))
  const path = join(folder, 'film.mp4')
  const made = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=160x90:rate=5:duration=10',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
  ]
  await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', ...made, path])
  at = await testApp({ BUILT_IN_RECOGNITION: 'false', DRAFT_RECOGNITION: 'false' })
  lead = await at.person()
  caseId = await buildCase(at.parts.database.db, lead.actor)
  ;({ id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, bytes: await readFile(path) }))
})
afterAll(async () => {
  await at.close()
  await rm(folder, { recursive: true })
})

const query = async <Row extends object>(text: string, values: unknown[]) =>
  (await at.parts.database.pool.query<Row>(text, values)).rows
const watch = (issues: CaseIssue[]) =>
  query('update cases set issues = $2 where id = $1', [caseId, JSON.stringify(issues)])

async function work(): Promise<Map<StageName, string>> {
  const [run] = await query<{ id: string; work_id: string }>(
    'select id, work_id from analysis_runs where video_id = $1 order by number desc limit 1',
    [videoId],
  )
  const signal = new AbortController().signal
  await analyzeVideo(at.parts, silent, { id: newId(), attempt: 1, payload: { runId: run!.id }, signal })
  const works = join(at.parts.config.DATA_DIR, 'work', videoId)
  const place = join(
    works,
    (await readdir(works)).find((name) => name.startsWith(run!.work_id))!,
  )
  const keys = stageNames.map(async (name): Promise<[StageName, string]> => {
    const { key } = JSON.parse(await readFile(join(place, `${name}.json`), 'utf8')) as { key: string }
    return [name, key]
  })
  return new Map(await Promise.all(keys))
}
const runs = async () =>
  (
    await query<{ state: string; workId: string }>(
      'select state, work_id as "workId" from analysis_runs where video_id = $1 order by number',
      [videoId],
    )
  ).map(({ state, workId }) => ({ state, workId }))
const topicsNow = async () =>
  (
    await query<{ topics: string[] }>(`select summary->'topics' as topics from analyses where video_id = $1`, [videoId])
  )[0]!.topics

test('case themes tag topics and findings, changing one reruns only those, and the chain is stored', async () => {
  await watch([
    { name: 'Corporate greed', description: '', watchWords: ['profit', 'cut corners'] },
    { name: 'Well water', description: '', watchWords: [] },
  ])
  await lead.call('PUT', `/api/videos/${videoId}/transcript`, { name: 'day 1.srt', text: srt })
  const first = await work()
  expect((await topicsNow())[0]).toBe('Corporate greed')
  expect(await topicsNow()).not.toContain('Well water')
  const findings = (await lead.call('GET', `/api/videos/${videoId}/findings`)).json<VideoFinding[]>()
  expect(findings.map(({ type, themes }) => [type, themes])).toContainEqual(['bias_indicator', ['Corporate greed']])

  const plan = { type: 'jury_voir_dire', date: null }
  const session = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
  await lead.call('POST', `/api/sessions/${session.id}/videos`, { videoId })
  const highlights = (await lead.call('GET', `/api/sessions/${session.id}/highlights`)).json<Highlight[]>()
  expect(highlights.find((each) => each.type === 'bias_indicator')?.themes).toEqual(['Corporate greed'])
  const [chain] = (await lead.call('GET', `/api/sessions/${session.id}/chains`)).json<ChainRecord[]>()
  expect(chain).toMatchObject({
    concern: { quote: 'I would lean against them. They cut corners for profits.' },
    probes: [{ hedge: 'weak', latencyMs: 500, answer: { text: 'I would try.', start: 7 } }],
    outcome: 'equivocal',
    ruling: { text: 'I am going to excuse juror 12.', start: 8.2 },
  })

  await watch([
    { name: 'Corporate greed', description: 'Their theme, too.', watchWords: ['profit', 'cut corners'] },
    { name: 'Well water', description: '', watchWords: ['drilling'] },
  ])
  await lead.call('PUT', `/api/videos/${videoId}/transcript`, { name: 'day 1.srt', text: srt })
  const second = await work()
  const changed = stageNames.filter((name) => first.get(name) !== second.get(name))
  expect(changed).toEqual(['findings', 'summary'])
  expect((await topicsNow()).slice(0, 2)).toEqual(['Corporate greed', 'Well water'])
})

test("changed watch words rerun a case's videos once, from findings on", async () => {
  const { version } = (await lead.call('GET', `/api/cases/${caseId}`)).json<{ version: number }>()
  const before = await runs()
  const first = await work()
  const change = (at: number, watchWords: string[], description = '') =>
    lead.call('PATCH', `/api/cases/${caseId}`, {
      version: at,
      issues: [{ name: 'Leaning', description, watchWords }],
    })
  expect((await change(version, ['lean against'])).statusCode).toBe(200)
  expect((await runs()).length).toBe(before.length + 1)
  expect((await change(version + 1, ['lean', 'lean against'])).statusCode).toBe(200)
  expect((await runs()).length).toBe(before.length + 1)
  const second = await work()
  expect(stageNames.filter((name) => first.get(name) !== second.get(name))).toEqual(['findings', 'summary'])
  expect((await topicsNow())[0]).toBe('Leaning')
  expect((await runs()).at(-1)).toEqual({ state: 'completed', workId: before.at(-1)!.workId })
  expect((await change(version + 2, ['lean', 'lean against'], 'Ours.')).statusCode).toBe(200)
  expect((await runs()).length).toBe(before.length + 1)
})

test('applies words changed during a run at its end', async () => {
  await watch([{ name: 'Leaning', description: '', watchWords: ['lean'] }])
  const { db } = at.parts.database
  const count = (await runs()).length
  expect(await followThemes(at.parts, { id: videoId, caseId }, await listThemes(db, caseId))).toBe(false)
  expect(await followThemes(at.parts, { id: videoId, caseId }, [])).toBe(true)
  expect((await runs()).length).toBe(count + 1)
  expect(await followThemes(at.parts, { id: videoId, caseId }, [])).toBe(false)
})
