import { spawn } from 'node:child_process'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Stage, type StageContext, Unprocessable } from '../stage.ts'

const behaviors: Record<string, (context: StageContext) => unknown> = {
  good: () => ({ environment: Object.keys(process.env), priority: getPriority() }),
  refuse: () => {
    throw new Unprocessable('The file is empty.')
  },
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  devour: () => {
    const kept: object[] = []
    for (;;) kept.push(Array.from({ length: 1e5 }, (_, index) => ({ index })))
  },
  hang: () => sleep(60_000),
  spin: async (context) => {
    await writeFile(join(context.folder, 'spinning'), String(process.pid))
    for (;;);
  },
  async startAndWait(context) {
    const tool = spawn('sleep', ['60'])
    await writeFile(join(context.folder, 'tool'), String(tool.pid))
    await sleep(60_000)
  },
  async dieOnce(context) {
    const runs = await readFile(join(context.folder, 'runs'), 'utf8')
    if (runs === 'probe ') process.kill(process.pid, 'SIGKILL')
    return runs
  },
}

const first = {
  name: 'probe',
  weight: 1,
  version: 1,
  reads: [],
  async run(context: StageContext) {
    await appendFile(join(context.folder, 'runs'), 'probe ')
    return 'first'
  },
}
const second = {
  name: 'audio',
  weight: 1,
  version: 1,
  reads: ['probe'],
  run: async (context: StageContext) => behaviors[await readFile(context.input, 'utf8')]?.(context),
}
export const stages = [first, second] as unknown as readonly Stage[]
