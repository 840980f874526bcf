import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Annotation } from '#contract/findings/annotations.ts'
import { type Client, createClient, Refused } from './client.ts'
import { freePort, type Running, startProcess } from './platform.ts'
import { signUp } from './sign-up.ts'

export type CrashReport = {
  rounds: number
  acknowledged: { uploads: number; chunks: number; annotations: number }
  lost: string[]
  stuck: string[]
  doubled: string[]
  bootMs: number[]
}

type Settings = {
  rounds: number
  folder: string
  env: Record<string, string>
  video: Buffer
  say: (line: string) => void
}

type Half = { address: string; bytes: Buffer; offset: number }
type Ledger = {
  videos: Map<string, string>
  halves: Map<string, Half>
  annotations: Map<string, { annotation: Annotation; title: string }>
  /** Writes that were in flight when the server was killed. Either outcome is correct. */
  unsure: Set<string>
}

export async function crashRounds({ rounds, folder, env, video, say }: Settings): Promise<CrashReport> {
  const report: CrashReport = {
    rounds,
    acknowledged: { uploads: 0, chunks: 0, annotations: 0 },
    lost: [],
    stuck: [],
    doubled: [],
    bootMs: [],
  }
  const ledger: Ledger = { videos: new Map(), halves: new Map(), annotations: new Map(), unsure: new Set() }
  const port = await freePort()
  const boot = async (): Promise<Running> => {
    const running = await startProcess(port, folder, {
      BUILT_IN_RECOGNITION: 'false',
      DRAFT_RECOGNITION: 'false',
      SIGN_UP: 'open',
      ...env,
    })
    report.bootMs.push(Math.round(running.bootMs))
    return running
  }

  let platform = await boot()
  report.bootMs.length = 0
  const token = await signUp(platform.url)
  const client = createClient(platform.url, token)
  const anchor = await client.uploadForm('anchor.mp4', distinct(video))

  for (let round = 1; round <= rounds; round++) {
    const load = new AbortController()
    const work = [uploadForms, uploadResumably, annotate].map((run) =>
      run(client, anchor, video, ledger, report, load.signal),
    )
    await sleep(200 + Math.random() * 3000)
    await platform.kill()
    load.abort()
    await Promise.all(work)
    platform = await boot()
    await check(client, anchor, ledger, report)
    say(
      `round ${round} of ${rounds}: ${report.acknowledged.uploads} uploads, ${report.acknowledged.annotations} annotation writes acknowledged; lost ${report.lost.length}; boot ${report.bootMs.at(-1)} ms`,
    )
  }
  await finishHalves(client, ledger, report)
  await settle(client, report)
  await platform.stop()
  return report
}

/** Appends a random box, which players ignore, so each video has its own hash. */
const distinct = (video: Buffer): Buffer =>
  Buffer.concat([video, Buffer.from([0, 0, 0, 24]), Buffer.from('free'), randomBytes(16)])
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function untilCut(signal: AbortSignal, step: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await step()
    } catch (error) {
      if (error instanceof Refused && error.status !== 503) throw error
      return
    }
  }
}

type Load = (
  client: Client,
  anchor: string,
  video: Buffer,
  ledger: Ledger,
  report: CrashReport,
  signal: AbortSignal,
) => Promise<void>

const pauseMs = 1500

const uploadForms: Load = (client, _anchor, video, ledger, report, signal) =>
  untilCut(signal, async () => {
    const bytes = distinct(video)
    ledger.videos.set(await client.uploadForm('form.mp4', bytes), sha256(bytes))
    report.acknowledged.uploads++
    await sleep(pauseMs)
  })

const uploadResumably: Load = (client, _anchor, video, ledger, report, signal) =>
  untilCut(signal, async () => {
    const bytes = distinct(video)
    const half: Half = { address: await client.openUpload('resumable.mp4', bytes), bytes, offset: 0 }
    ledger.halves.set(half.address, half)
    await sendRest(client, half, ledger, report, 100)
    await sleep(pauseMs)
  })

async function sendRest(
  client: Client,
  half: Half,
  ledger: Ledger,
  report: CrashReport,
  pauseMs: number,
): Promise<void> {
  const size = Math.ceil(half.bytes.length / 4)
  while (half.offset < half.bytes.length) {
    const { offset, videoId } = await client.send(half.address, half.bytes, half.offset, size)
    half.offset = offset
    report.acknowledged.chunks++
    if (videoId && offset === half.bytes.length) {
      ledger.videos.set(videoId, sha256(half.bytes))
      ledger.halves.delete(half.address)
      report.acknowledged.uploads++
    }
    await sleep(pauseMs)
  }
}

const annotate: Load = (client, anchor, _video, ledger, report, signal) =>
  untilCut(signal, async () => {
    const title = `note ${randomBytes(4).toString('hex')}`
    const annotation = await client.annotate(anchor, title)
    ledger.annotations.set(annotation.id, { annotation, title })
    report.acknowledged.annotations++
    const dice = Math.random()
    if (dice > 0.6) return
    ledger.unsure.add(annotation.id)
    if (dice > 0.2)
      ledger.annotations.set(annotation.id, {
        annotation: await client.change(anchor, annotation, `${title}, changed`),
        title: `${title}, changed`,
      })
    else {
      await client.erase(anchor, annotation)
      ledger.annotations.delete(annotation.id)
    }
    if (dice > 0.2) ledger.unsure.delete(annotation.id)
    report.acknowledged.annotations++
  })

async function check(client: Client, anchor: string, ledger: Ledger, report: CrashReport): Promise<void> {
  for (const [id, hash] of ledger.videos) {
    if ((await client.downloadedHash(id)) !== hash) report.lost.push(`video ${id}: other bytes than were sent`)
  }
  for (const half of ledger.halves.values()) {
    const offset = await client.offset(half.address).catch(() => -1)
    if (offset < half.offset)
      report.lost.push(`upload ${half.address}: ${half.offset} bytes acknowledged, ${offset} there`)
    half.offset = Math.max(offset, 0)
  }
  const { annotations } = await client.video(anchor)
  const titles = new Map(annotations.map((each) => [each.id, each.title]))
  if (titles.size !== annotations.length) report.doubled.push('an annotation stands twice')
  for (const [id, { title }] of ledger.annotations) {
    if (ledger.unsure.has(id)) continue
    if (titles.get(id) !== title)
      report.lost.push(`annotation ${id}: "${title}" acknowledged, "${titles.get(id) ?? 'nothing'}" there`)
  }
}

async function finishHalves(client: Client, ledger: Ledger, report: CrashReport): Promise<void> {
  for (const half of ledger.halves.values()) {
    if (half.offset === half.bytes.length) continue
    await sendRest(client, half, ledger, report, 0)
  }
  for (const [id, hash] of ledger.videos) {
    if ((await client.downloadedHash(id)) !== hash) report.lost.push(`video ${id}: other bytes than were sent`)
  }
}

/** Analyzing the small video takes 2 s on a busy machine, so this allows three times as long. */
const longestSettleMs = (videos: number): number => 60_000 + videos * 6000

async function settle(client: Client, report: CrashReport): Promise<void> {
  const isOpen = (each: { status: string }) => each.status === 'processing'
  let videos = await client.list()
  for (
    const startedAt = Date.now();
    videos.some(isOpen) && Date.now() - startedAt < longestSettleMs(videos.length);
    await sleep(500)
  )
    videos = await client.list()
  for (const video of videos.filter(isOpen)) report.stuck.push(`video ${video.id} at ${video.stage ?? 'no stage'}`)
  for (const video of videos.filter((each) => each.status === 'failed'))
    report.lost.push(`video ${video.id} failed: ${video.failureReason ?? ''}`)
  for (const video of videos.filter((each) => each.status === 'completed')) {
    const keys = (await client.findings(video.id)).map((each) => `${each.turn} ${each.type} ${each.sub}`)
    if (new Set(keys).size !== keys.length) report.doubled.push(`findings of video ${video.id}`)
  }
}
