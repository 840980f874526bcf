import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { copyTemplate } from './template.ts'

const script = fileURLToPath(new URL('./exports.kill.child.ts', import.meta.url))

export async function startPlatform(port: number, folder: string): Promise<{ url: string; kill(): Promise<void> }> {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [script, folder, String(port)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, TMPDIR, NODE_COMPILE_CACHE },
  })
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url,
    async kill() {
      const ended = once(child, 'exit')
      process.kill(-child.pid!, 'SIGKILL')
      await ended
    },
  }
}

export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'venire-kill-'))
  await copyTemplate(join(folder, 'pg'))
  return folder
}

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
