import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'

const everyMs = 200
const ticksPerSecond = 100
/** Reading shared memory takes milliseconds per process, so only every fifth sample includes it. */
const looksPerShare = 5

export type Kind = { kind: string; cpuSeconds: number; largestMiB: number; count: number }

/**
 * `ownSeconds` is the CPU time of the engine process itself. `helpedShare` is the fraction of time when a tool or model
 * is running. `readyShare` is the fraction of cores that our threads used or waited for, so other programs barely
 * affect it. `allMiB` counts shared pages once per process, and `sharedMiB` counts them once.
 */
export type Usage = {
  engineMiB: number
  allMiB: number
  sharedMiB: number
  largestMiB: number
  cpuSeconds: number
  ownSeconds: number
  helpedShare: number
  readyShare: number
  kinds: Kind[]
}

export function watchProcesses(cores = 2): { stop(): Usage } {
  const usage: Usage = {
    ...{ engineMiB: 0, allMiB: 0, sharedMiB: 0, largestMiB: 0, cpuSeconds: 0, ownSeconds: 0, helpedShare: 0 },
    readyShare: 0,
    kinds: [],
  }
  let stopped = false
  let [looks, helped, ready] = [0, 0, 0]
  const names = new Map<number, string>()
  const spent = new Map<number, number>()
  const note = async (own: readonly Process[]): Promise<void> => {
    for (const each of own) {
      names.set(each.pid, (await nameProcess(each)) ?? names.get(each.pid) ?? each.name)
      spent.set(each.pid, each.ownSeconds)
    }
    for (const [kind, alike] of Map.groupBy(own, ({ pid }) => names.get(pid) ?? '')) {
      let known = usage.kinds.find((each) => each.kind === kind)
      if (!known) usage.kinds.push((known = { kind, cpuSeconds: 0, largestMiB: 0, count: 0 }))
      known.count = Math.max(known.count, alike.length)
      known.largestMiB = Math.max(known.largestMiB, ...alike.map(({ residentMiB }) => residentMiB))
    }
  }
  const look = async (): Promise<void> => {
    const all = await readProcesses()
    const own = [...all.values()].filter(({ pid }) => isBelow(pid, all))
    await note(own)
    let isHelped = false
    for (const each of own) {
      // The engine is a direct child. Its CPU time includes tools that have already exited.
      if (each.parent !== process.pid) isHelped = true
      if (each.parent !== process.pid) continue
      usage.engineMiB = Math.max(usage.engineMiB, each.residentMiB)
      usage.cpuSeconds = Math.max(usage.cpuSeconds, each.cpuSeconds)
      usage.ownSeconds = Math.max(usage.ownSeconds, each.ownSeconds)
    }
    usage.allMiB = Math.max(usage.allMiB, sum(own.map(({ residentMiB }) => residentMiB)))
    usage.largestMiB = Math.max(usage.largestMiB, ...own.map(({ residentMiB }) => residentMiB))
    if (looks % looksPerShare === 0)
      usage.sharedMiB = Math.max(usage.sharedMiB, sum(await Promise.all(own.map(({ pid }) => readShareMiB(pid)))))
    ready += Math.min(cores, sum(await Promise.all(own.map(({ pid }) => countReady(pid)))))
    looks += 1
    usage.readyShare = ready / looks / cores
    if (isHelped) helped += 1
    usage.helpedShare = helped / looks
    if (!stopped) setTimeout(() => void look(), everyMs)
  }
  void look()
  return {
    stop() {
      stopped = true
      for (const known of usage.kinds)
        known.cpuSeconds = sum([...spent].map(([pid, seconds]) => (names.get(pid) === known.kind ? seconds : 0)))
      return usage
    },
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

async function nameProcess({ pid, parent }: Process): Promise<string | null> {
  if (parent === process.pid) return 'engine'
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  const script = words.find((word) => /\/engine\/.*\.ts$/.test(word))
  return basename(script ?? words[0] ?? '', '.ts') || null
}

async function countReady(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const stats = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => ''))
  return (await Promise.all(stats)).filter((stat) => stat.slice(stat.lastIndexOf(')')).startsWith(') R')).length
}

async function readShareMiB(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/Pss:\s+(\d+)/.exec(rollup)?.[1] ?? 0) / 1024
}

type Process = {
  pid: number
  name: string
  parent: number
  residentMiB: number
  cpuSeconds: number
  ownSeconds: number
}

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
      name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
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
