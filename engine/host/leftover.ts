import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const file = 'host.pid'

export async function writeHostPid(folder: string): Promise<void> {
  await writeFile(join(folder, file), String(process.pid))
}

/** Kills an analysis host that outlived its parent. Checks the command line in case the process ID was reused. */
export async function endLeftover(folder: string): Promise<void> {
  const pid = Number(await readFile(join(folder, file), 'utf8').catch(() => ''))
  if (!Number.isInteger(pid) || pid <= 1) return
  for (let tries = 0; tries < 100 && (await isSharedHost(pid, folder)); tries++) {
    killGroup(pid)
    await sleep(50)
  }
}

/** Returns false on every system except Linux. On other systems, the child watches its parent. */
async function isSharedHost(pid: number, folder: string): Promise<boolean> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  return words.some((word) => /engine\/host\/(tools\.)?child\.ts$/.test(word)) && words.includes(folder)
}

export function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
