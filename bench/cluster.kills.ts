import { setTimeout as sleep } from 'node:timers/promises'
import { type Drill, type Result, runUnderLoad } from './cluster.drills.ts'
import type { Machine } from './cluster.machines.ts'

const between = (least: number, most: number): number => least + Math.random() * (most - least)

/** Outlasts an upload lease (8 s) and usually a job claim (10 s), so another process can take over. */
const longPauseMs = () => between(9000, 14_000)
const shortPauseMs = () => between(300, 4000)

const chooseMost = (all: number): number => (Math.random() < 0.2 ? all : 2)

export async function killAtRandom(drill: Drill, times: number): Promise<Result> {
  const all = [...drill.machines.webs, ...drill.machines.workers]
  const result = await runUnderLoad(drill, async () => {
    const busy = new Map<Machine, Promise<void>>()
    for (let done = 0; done < times; done++) {
      while (busy.size >= chooseMost(all.length)) await Promise.race(busy.values())
      const free = all.filter((each) => !busy.has(each))
      const machine = free[Math.floor(Math.random() * free.length)]!
      busy.set(
        machine,
        strike(machine).finally(() => busy.delete(machine)),
      )
      await sleep(between(200, 2500))
    }
    await Promise.all(busy.values())
  })
  const hits = all.reduce((sum, each) => sum + each.getToolsHit(), 0)
  return { ...result, text: `${result.text}; ${hits} ffmpeg and qpdf processes of exports hit` }
}

async function strike(machine: Machine): Promise<void> {
  const dice = Math.random()
  if (dice < 0.5) {
    await machine.kill()
    await sleep(between(0, 1000))
    await machine.start()
  } else await machine.pause(dice < 0.8 ? shortPauseMs() : longPauseMs(), Math.random() < 0.5)
}
