import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BareReady } from './bare.server.ts'
import type { ProductReady } from './product.server.ts'

export type Started<Ready> = Ready & {
  cpuMs(): number
  write(): void
  stop(): Promise<void>
}

export const startProduct = (env: Record<string, string>): Promise<Started<ProductReady>> =>
  start('product.server.ts', env)
export const startBare = (
  answer: 'upload' | 'pieces' | 'ranges' | 'list' | 'memory',
  env: Record<string, string>,
): Promise<Started<BareReady>> => start('bare.server.ts', { ...env, BENCH_ANSWER: answer })

export function readCpuMs(pid: number): number {
  // Fields 14 and 15 (see proc(5)) are in 10 ms ticks. It's safe to split at spaces: the process name has none.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

async function start<Ready>(file: string, env: Record<string, string>): Promise<Started<Ready>> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready))
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready`)))
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    ...ready,
    cpuMs: () => readCpuMs(child.pid!),
    write: () => void child.send('write'),
    stop: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}
