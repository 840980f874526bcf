import { mkdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { StageFailure, StaleSource, runPipeline } from '../run.ts'
import type { Stage } from '../stage.ts'
import { killGroup, writeHostPid } from './leftover.ts'
import type { Order, Report } from './messages.ts'
import { startWatchdog } from './watchdog.ts'

const lowPriority = 10

// Stop if the parent dies, because a new server may already be redoing this work.
process.once('disconnect', () => {
  killGroup(process.pid)
  process.exit(1)
})
process.once('message', (order: Order) => void work(order))

async function work(order: Order): Promise<void> {
  if (order.isWatched) startWatchdog()
  setPriority(lowPriority)
  await mkdir(order.folder, { recursive: true })
  await writeHostPid(order.folder)
  const { stages } = (await import(order.pipeline)) as { stages: readonly Stage[] }
  try {
    await runPipeline({
      stages,
      input: order.input,
      folder: order.folder,
      options: order.options,
      inputId: order.inputId ?? null,
      redoFrom: order.redoFrom,
      requires: order.requires,
      signal: new AbortController().signal,
      onProgress: (progress) => process.send?.({ type: 'progress', progress } satisfies Report),
      onText: (turns) => process.send?.({ type: 'text', turns } satisfies Report),
    })
    end({ type: 'done', stages: stages.map((stage) => stage.name) })
  } catch (error) {
    if (error instanceof StaleSource) return end({ type: 'stale' })
    if (!(error instanceof StageFailure)) throw error
    const { stage, message: reason, permanent } = error
    end({ type: 'failed', stage, reason, permanent, detail: explain(error) })
  }
}

function end(report: Report): void {
  process.send?.(report, () => process.exit(0))
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined
    ? (error.stack ?? error.message)
    : `${error.stack ?? ''}\ncaused by ${explain(error.cause)}`
}
