import { fileURLToPath } from 'node:url'
import { type Ended, type ToolOptions, type ToolRunner, withToolRunner } from '../media/process.ts'
import { followRenewals, type Host, type Renewals, spawnHost, Unrenewed } from './spawn.ts'

export type ToolOrder = Omit<ToolOptions, 'signal' | 'onStdout' | 'onWrite'>
export type ToolRequest = { type: 'run'; id: number; order: ToolOrder } | { type: 'abort'; id: number }
export type ToolReport =
  | { type: 'stdout'; id: number; text: string }
  | { type: 'write'; id: number }
  | { type: 'ended'; id: number; ended: Ended }
  | { type: 'failed'; id: number; message: string }

type Running = { options: ToolOptions; resolve: (ended: Ended) => void; reject: (error: Error) => void }

const stderrChars = 8192

/**
 * Runs `work` and starts its tools from a separate process. If renewals stop, even because this process is paused, the
 * other process kills the tools and exits. Without `renewals`, tools run as usual.
 */
export async function withRenewedTools<T>(
  { folder, renewals }: { folder: string; renewals: Renewals | undefined },
  work: () => Promise<T>,
): Promise<T> {
  if (!renewals) return work()
  const host = openToolHost(folder, renewals)
  try {
    return await withToolRunner(host.run, work)
  } finally {
    await host.close()
  }
}

function openToolHost(folder: string, renewals: Renewals): { run: ToolRunner; close(): Promise<void> } {
  const running = new Map<number, Running>()
  let started: { host: Host; closed: Promise<void> } | null = null
  let lastId = 0
  const claim = followRenewals(renewals, (atMs) => started?.host.renew(atMs))

  function start() {
    const script = fileURLToPath(new URL('tools.child.ts', import.meta.url))
    // The folder argument identifies the process.
    const node = ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning', script, folder]
    const host = spawnHost(process.execPath, [...node, String(claim.getRenewedAtMs())])
    let stderr = ''
    host.child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-stderrChars)))
    host.child.on('message', receive)
    // Kill the tools too, because they would keep the pipes open.
    host.child.once('exit', host.kill)
    const closed = new Promise<void>((resolve) => {
      const end = () => {
        started = null
        for (const { resolve, reject } of running.values())
          if (claim.isLate()) reject(new Unrenewed('The worker’s claim on this run expired.'))
          else resolve({ code: null, killedFor: null, exitSignal: 'SIGKILL', stderr })
        running.clear()
        resolve()
      }
      host.child.once('error', end)
      host.child.once('close', end)
    })
    return { host, closed }
  }

  function receive(report: ToolReport): void {
    const tool = running.get(report.id)
    if (!tool) return
    if (report.type === 'stdout') return tool.options.onStdout?.(report.text)
    if (report.type === 'write') return tool.options.onWrite?.()
    running.delete(report.id)
    if (report.type === 'failed') tool.reject(new Error(report.message))
    else tool.resolve(report.ended)
  }

  return {
    async run(options) {
      const { signal, onStdout: _, onWrite: __, ...order } = options
      if (claim.isLate()) throw new Unrenewed('The worker’s claim on this run expired.')
      started ??= start()
      const { child } = started.host
      const id = ++lastId
      const send = (request: ToolRequest) => void child.send(request, () => {})
      const abort = () => send({ type: 'abort', id })
      signal?.addEventListener('abort', abort, { once: true })
      try {
        const ended = await new Promise<Ended>((resolve, reject) => {
          running.set(id, { options, resolve, reject })
          send({ type: 'run', id, order })
        })
        signal?.throwIfAborted()
        return ended
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },
    async close() {
      claim.stop()
      started?.host.kill()
      await started?.closed
    },
  }
}
