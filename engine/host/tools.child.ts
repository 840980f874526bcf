import { constants, setPriority } from 'node:os'
import { runLimited } from '../media/process.ts'
import { killGroup, writeHostPid } from './leftover.ts'
import type { ToolReport, ToolRequest } from './tools.ts'
import { startWatchdog } from './watchdog.ts'

const [folder = '', renewedAtMs] = process.argv.slice(2)
const running = new Map<number, AbortController>()

// Stop if the parent dies, because a new worker may already be redoing this work.
process.once('disconnect', () => {
  killGroup(process.pid)
  process.exit(1)
})
startWatchdog(Number(renewedAtMs))
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const isReady = writeHostPid(folder)

process.on('message', (request: ToolRequest) => {
  if (request.type === 'abort') running.get(request.id)?.abort()
  else void run(request)
})

const report = (told: ToolReport): void => void process.send?.(told, () => {})

async function run({ id, order }: Extract<ToolRequest, { type: 'run' }>): Promise<void> {
  const stop = new AbortController()
  running.set(id, stop)
  try {
    await isReady
    const ended = await runLimited({
      ...order,
      signal: stop.signal,
      onStdout: (text) => report({ type: 'stdout', id, text }),
      onWrite: () => report({ type: 'write', id }),
    })
    report({ type: 'ended', id, ended })
  } catch (error) {
    report({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  } finally {
    running.delete(id)
  }
}
