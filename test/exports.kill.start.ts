/** For tests that kill -9 the platform in the middle of an export: the process to be killed, and patience with it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('./exports.kill.child.ts', import.meta.url))

/** The whole platform as a process of its own; answers once it listens. */
export async function startPlatform(port: number, folder: string): Promise<{ url: string; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [script, folder, String(port)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH },
  })
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url,
    async kill() {
      const ended = once(child, 'exit')
      // The whole group, as a power cut would.
      process.kill(-child.pid!, 'SIGKILL')
      await ended
    },
  }
}

/** Asks again every `pollMs`; throws where it is not done after so long. */
export async function until(
  done: () => Promise<boolean>,
  { patienceSeconds, pollMs }: { patienceSeconds: number; pollMs: number },
): Promise<void> {
  const end = Date.now() + patienceSeconds * 1000
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`not done in ${patienceSeconds} s`)
    await sleep(pollMs)
  }
}
