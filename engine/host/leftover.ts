import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const file = 'host.pid'

/** Called by the child before it writes anything else into the work folder. */
export async function writeHostPid(folder: string): Promise<void> {
  await writeFile(join(folder, file), String(process.pid))
}

/**
 * Ends an analysis that outlived its parent and still works in this folder: two of them would write over each other.
 * The name of the folder stands on its command line, so that a process that got the same number later is left alone.
 */
export async function endLeftover(folder: string): Promise<void> {
  const pid = Number(await readFile(join(folder, file), 'utf8').catch(() => ''))
  if (!Number.isInteger(pid) || pid <= 1) return
  for (let tries = 0; tries < 100 && (await isSharedHost(pid, folder)); tries++) {
    killGroup(pid)
    await sleep(50)
  }
}

/** Only Linux tells; elsewhere the child's own watch over its parent has to do. */
async function isSharedHost(pid: number, folder: string): Promise<boolean> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  return words.some((word) => word.endsWith('engine/host/child.ts')) && words.includes(folder)
}

/** Kills a process group at once; without effect where it is gone. */
export function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
