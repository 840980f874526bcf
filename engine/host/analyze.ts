import { fileURLToPath } from 'node:url'
import { type Artifacts, type PartialTurn, type StageName, stageNames } from '#contract/videos/analysis.ts'
import { readArtifact } from '../artifacts.ts'
import { limitCommand } from '../media/process.ts'
import type { Progress } from '../progress.ts'
import type { EngineOptions } from '../stage.ts'
import { StaleSource } from '../run.ts'
import { endLeftover } from './leftover.ts'
import type { Order, Report } from './messages.ts'
import { followRenewals, type Renewals, spawnHost, Unrenewed } from './spawn.ts'

const defaultLimits = {
  heapMiB: 384,
  memoryMiB: 3072,
  /** Stages report progress every 0.5 s. The exception is ffprobe, which can be silent for a minute. */
  silentSeconds: 120,
  totalSeconds: 24 * 3600,
}

export type AnalysisOutcome =
  | { ok: true; artifacts: Artifacts }
  /** `reason` is shown to the user. `detail` is logged. */
  | { ok: false; stage: StageName; reason: string; permanent: boolean; detail: string }

/**
 * Runs the analysis in a child process so a crash or hang can't affect this one. Keeps finished stages. Rejects only if
 * aborted, or with `Unrenewed` or `StaleSource`.
 */
export async function analyzeInChild(work: {
  input: string
  folder: string
  options: EngineOptions
  signal: AbortSignal
  onProgress?(progress: Progress): void
  onText?(turns: readonly PartialTurn[]): void
  inputId?: string | null
  redoFrom?: StageName | null
  requires?: StageName | null
  limits?: Partial<typeof defaultLimits>
  pipeline?: URL
  /** If set, the child exits when renewals stop. */
  renewals?: Renewals | undefined
  /** The W3C Trace Context for tools that the child starts. */
  traceparent?: string | undefined
}): Promise<AnalysisOutcome> {
  const { signal, folder } = work
  signal.throwIfAborted()
  await endLeftover(folder)
  const limits = { ...defaultLimits, ...work.limits }
  const { input, options, inputId, redoFrom, requires } = work
  const order: Order = {
    pipeline: (work.pipeline ?? new URL('../pipeline.ts', import.meta.url)).href,
    input,
    folder,
    options,
    inputId,
    redoFrom,
    requires,
    isWatched: work.renewals !== undefined,
  }
  let stage: StageName = stageNames[0]
  const onNews = (report: News) => {
    if (report.type === 'text') return work.onText?.(report.turns)
    stage = report.progress.stage
    work.onProgress?.(report.progress)
  }
  const ended = await runChild(order, {
    limits,
    signal,
    onNews,
    renewals: work.renewals,
    traceparent: work.traceparent,
  })
  signal.throwIfAborted()
  if (ended.isUnrenewed) throw new Unrenewed('The worker’s claim on this run expired.')
  if (ended.last?.type === 'stale') throw new StaleSource(`${requires}`)
  if (ended.last?.type === 'failed') {
    const { stage, reason, permanent, detail } = ended.last
    return { ok: false, stage, reason, permanent, detail: `${detail}\n${ended.stderr}` }
  }
  if (ended.last?.type !== 'done')
    return { ok: false, stage, reason: explainEnd(ended), permanent: false, detail: ended.stderr }
  const results: Partial<Record<StageName, unknown>> = {}
  for (const name of ended.last.stages) results[name] = await readArtifact(folder, name)
  return { ok: true, artifacts: results as Artifacts }
}

type News = Extract<Report, { type: 'progress' | 'text' }>
type ChildEnd = {
  last: Exclude<Report, News> | null
  killedFor: 'silence' | 'time' | null
  isUnrenewed: boolean
  stderr: string
}

type ChildWork = {
  limits: typeof defaultLimits
  signal: AbortSignal
  onNews: (news: News) => void
  renewals: Renewals | undefined
  traceparent: string | undefined
}

async function runChild(order: Order, { limits, signal, onNews, renewals, traceparent }: ChildWork): Promise<ChildEnd> {
  const script = fileURLToPath(new URL('child.ts', import.meta.url))
  // The folder argument identifies the process. A small young generation prevents V8 from retaining 100 MB of garbage.
  const heap = [`--max-old-space-size=${limits.heapMiB}`, '--max-semi-space-size=4']
  const node = [...heap, '--disable-warning=ExperimentalWarning', script, order.folder]
  const limited = limitCommand(process.execPath, node, { memoryMiB: limits.memoryMiB, fileMiB: 256 * 1024 })
  const host = spawnHost(limited.command, limited.args, traceparent ? { TRACEPARENT: traceparent } : {})
  const { child, kill: killChild } = host
  const claim = followRenewals(renewals, host.renew)
  const ended: ChildEnd = { last: null, killedFor: null, isUnrenewed: false, stderr: '' }
  child.stderr?.on('data', (chunk: Buffer) => {
    ended.stderr = (ended.stderr + chunk.toString('utf8')).slice(-8192)
  })
  // Count ticks instead of reading a clock, which would treat a laptop's sleep as silence.
  let silentTicks = 0
  let ticks = 0
  const watch = setInterval(() => {
    if (++silentTicks > limits.silentSeconds) ended.killedFor ??= 'silence'
    else if (++ticks > limits.totalSeconds) ended.killedFor ??= 'time'
    if (ended.killedFor) killChild()
  }, 1000)
  child.on('message', (report: Report) => {
    silentTicks = 0
    if (report.type === 'progress' || report.type === 'text') onNews(report)
    else ended.last = report
  })
  signal.addEventListener('abort', killChild, { once: true })
  try {
    const exited = new Promise<void>((resolve, reject) => {
      child.once('error', reject)
      // Leftover ffmpeg processes would keep the pipes open, so kill them.
      child.once('exit', killChild)
      child.once('close', () => resolve())
    })
    child.send(order, () => {})
    await exited
    ended.isUnrenewed = claim.isLate() && !ended.last && !ended.killedFor
    return ended
  } finally {
    clearInterval(watch)
    claim.stop()
    signal.removeEventListener('abort', killChild)
  }
}

function explainEnd({ killedFor, stderr }: ChildEnd): string {
  if (killedFor === 'silence') return 'This step made no progress for two minutes, so it was stopped.'
  if (killedFor === 'time') return 'The analysis took longer than a day, so it was stopped.'
  if (/heap out of memory|allocation failed/i.test(stderr)) return 'The analysis ran out of memory.'
  return 'The analysis stopped unexpectedly. Process the video again. If that fails too, ask your administrator to check the server log.'
}
