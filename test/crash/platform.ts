import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'

const ownEntry = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
const longestBootMs = 60_000

export type Running = {
  url: string
  bootMs: number
  kill(): Promise<void>
  stop(): Promise<void>
}

export async function startProcess(
  port: number,
  folder: string,
  env: Record<string, string>,
  entry = ownEntry,
): Promise<Running> {
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', entry, 'start', '--port', String(port), '--data', folder],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LOG_LEVEL: 'warn', MIN_FREE_GB: '0', RATE_LIMIT: '0', ...env },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const url = `http://127.0.0.1:${port}`
  while (!output.includes(url)) {
    if (child.exitCode !== null || performance.now() - startedAt > longestBootMs) {
      signal(child, 'SIGKILL')
      throw new Error(`The platform did not start: ${output}`)
    }
    await sleep(20)
  }
  const bootMs = performance.now() - startedAt
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    url,
    bootMs,
    async kill() {
      signal(child, 'SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Signals the whole process group and the engine's groups at once, like a power failure. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
