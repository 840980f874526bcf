import { openAsBlob } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { VideoFinding } from '#contract/findings/findings.ts'
import type { UploadResult } from '#contract/videos/uploads.ts'
import { uploadField, uploadPaths } from '#contract/videos/uploads.ts'
import type { VideoDetail, VideoSummary } from '#contract/videos/videos.ts'
import { type DemoFirm, seedDemo } from '#server/demo.ts'
import { readConfig } from '#server/platform/config.ts'
import { buildWebIfStale } from '#tools/build-web.mjs'
import { type Platform, startPlatform } from '../../main.ts'
import { type Call, planCase, reviewInPart } from './demo.case.ts'
import { openSteps, type Steps } from '../progress.ts'
import { waitForStop } from '../start.ts'

const usage = `Usage: venire demo [--once] [--json] [--port PORT] [--data FOLDER]

Starts Venire with a sample firm and case, uploads and analyzes the sample voir dire, prints the address, and
runs until Ctrl-C.
  --once          print the findings and exit; exit code 1 if a stage failed
  --json          print {url, email, password, videoId, findings} for scripts
  --port PORT     default 3000; 0 picks a free port
  --data FOLDER   default ./data/demo
`

const sample = fileURLToPath(new URL('../../samples/voir-dire.mp4', import.meta.url))
const sampleName = 'Sample voir dire.mp4'
const longestMs = 10 * 60_000

export async function demo(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      once: { type: 'boolean' },
      json: { type: 'boolean' },
      port: { type: 'string' },
      data: { type: 'string' },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const steps = openSteps(values.json ? console.warn : console.log)
  const config = readConfig({
    LOG_LEVEL: 'warn',
    // DEMO restricts sign-up to this machine.
    SIGN_UP: 'open',
    TRIAL_DAYS: '14',
    ...process.env,
    DEMO: 'true',
    DATA_DIR: values.data ?? process.env.DATA_DIR ?? './data/demo',
    // With `--once`, nobody opens the URL, so use a random port to avoid conflicts.
    ...(values.port ? { PORT: values.port } : values.once ? { PORT: '0' } : {}),
  })
  if (!values.once) await buildWebIfStale()
  try {
    const platform = await startPlatform(config, steps.begin)
    try {
      return await show(platform, steps, values)
    } finally {
      await platform.close()
    }
  } finally {
    steps.end()
  }
}

async function show(
  platform: Platform,
  { begin, say, end }: Steps,
  options: { once?: boolean; json?: boolean },
): Promise<number> {
  const { url, app } = platform
  begin('preparing the sample case')
  const firm = await seedDemo(app.parts.database.db)
  const call = await signIn(url, firm)
  say(`Venire is running at ${url}`)
  const sessionId = await planCase(call, firm.caseId)
  const videoId = await findOrUploadSample(call, firm.caseId, say)
  begin('analyzing the sample')
  const video = await waitForAnalysis(call, videoId, say)
  begin('preparing the sample review')
  if (video.status === 'completed') {
    const regroup = () => waitForAnalysis(call, videoId, () => {})
    await reviewInPart(call, { caseId: firm.caseId, sessionId, videoId }, regroup)
  }
  const findings = (await call(`/api/videos/${videoId}/findings`)) as VideoFinding[]
  end()

  if (options.json) console.log(JSON.stringify({ url, email: firm.email, password: firm.password, videoId, findings }))
  else say(describeSummary(url, firm, video, findings))
  if (options.once) return video.status === 'completed' ? 0 : 1
  say('Press Ctrl-C to stop.')
  await waitForStop()
  return 0
}

async function signIn(url: string, { email, password }: DemoFirm): Promise<Call> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`Sign-in to the demo failed: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ')
  return async (path, { json, ...init } = {}) => {
    const sent = json === undefined ? init : { ...init, body: JSON.stringify(json) }
    const headers = { cookie, ...(json !== undefined && { 'content-type': 'application/json' }) }
    const answer = await fetch(url + path, { ...sent, headers })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
  }
}

async function findOrUploadSample(call: Call, caseId: string, say: (line: string) => void): Promise<string> {
  const known = ((await call('/api/videos')) as VideoSummary[]).find(
    (each) => each.filename === sampleName && each.status !== 'failed' && each.status !== 'uploading',
  )
  if (known) return known.id
  say('Uploading the sample voir dire…')
  const form = new FormData()
  form.append('caseId', caseId)
  form.append(uploadField, await openAsBlob(sample, { type: 'video/mp4' }), sampleName)
  const { videos, refused } = (await call(uploadPaths.multipart, { method: 'POST', body: form })) as UploadResult
  const [video] = videos
  if (!video) throw new Error(`The sample was rejected: ${refused[0]?.reason ?? 'no reason given'}`)
  return video.id
}

async function waitForAnalysis(call: Call, videoId: string, say: (line: string) => void): Promise<VideoDetail> {
  let shown = ''
  for (const startedAt = Date.now(); Date.now() - startedAt < longestMs; await sleep(300)) {
    const video = (await call(`/api/videos/${videoId}`)) as VideoDetail
    if (video.status === 'completed' || video.status === 'failed') return video
    const line = `Analyzing: ${video.stage ?? 'waiting'}`
    if (line !== shown) say(line)
    shown = line
  }
  throw new Error('The sample was not analyzed within 10 minutes.')
}

const clock = (ms: number | null): string =>
  ms === null ? '–:––' : `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`

function describeSummary(
  url: string,
  { email, password, caseId }: DemoFirm,
  video: VideoDetail,
  findings: VideoFinding[],
): string {
  const outcome =
    video.status === 'completed'
      ? `${findings.length} findings`
      : `The analysis failed at ${video.failureStage ?? 'start'}: ${video.failureReason ?? 'no reason given'}`
  return [
    '',
    outcome,
    ...findings.map(
      (each) =>
        `  ${clock(each.startMs).padStart(5)}  ${each.type.replace('_', ' ').padEnd(14)} ${each.severity.padEnd(8)} ${each.speaker ?? ''}: “${each.quote}”`,
    ),
    '',
    `Video:    ${url}/videos/${video.id}`,
    `Case:     ${url}/cases/${caseId}`,
    `Sign in:  ${email}, password ${password} (or sign in with one click on this machine)`,
  ].join('\n')
}
