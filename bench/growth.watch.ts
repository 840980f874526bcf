import { readdir, readFile } from 'node:fs/promises'

const everyMs = 200
const ticksPerSecond = 100

/**
 * `ownSeconds` is the CPU time of the engine's own process. `helpedShare` is the fraction of time in which a tool or
 * model is running.
 */
export type Usage = { engineMiB: number; allMiB: number; cpuSeconds: number; ownSeconds: number; helpedShare: number }

export function watchProcesses(): { stop(): Usage } {
  const usage: Usage = { engineMiB: 0, allMiB: 0, cpuSeconds: 0, ownSeconds: 0, helpedShare: 0 }
  let stopped = false
  let [looks, helped] = [0, 0]
  const look = async (): Promise<void> => {
    const all = await readProcesses()
    let sumMiB = 0
    let isHelped = false
    for (const each of all.values()) {
      if (!isBelow(each.pid, all)) continue
      sumMiB += each.residentMiB
      // The engine is a direct child. Its CPU time includes tools that have exited.
      if (each.parent !== process.pid) isHelped = true
      if (each.parent !== process.pid) continue
      usage.engineMiB = Math.max(usage.engineMiB, each.residentMiB)
      usage.cpuSeconds = Math.max(usage.cpuSeconds, each.cpuSeconds)
      usage.ownSeconds = Math.max(usage.ownSeconds, each.ownSeconds)
    }
    usage.allMiB = Math.max(usage.allMiB, sumMiB)
    looks += 1
    if (isHelped) helped += 1
    usage.helpedShare = helped / looks
    if (!stopped) setTimeout(() => void look(), everyMs)
  }
  void look()
  return {
    stop() {
      stopped = true
      return usage
    },
  }
}

type Process = { pid: number; parent: number; residentMiB: number; cpuSeconds: number; ownSeconds: number }

async function readProcesses(): Promise<Map<number, Process>> {
  const found = new Map<number, Process>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields.length < 22) continue
    const times = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    found.set(Number(name), {
      pid: Number(name),
      parent: Number(fields[1]),
      residentMiB: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
      cpuSeconds: times / ticksPerSecond,
      ownSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    })
  }
  return found
}

function isBelow(pid: number, all: ReadonlyMap<number, Process>): boolean {
  const parent = all.get(pid)?.parent ?? 0
  return parent === process.pid || (parent > 1 && isBelow(parent, all))
}
