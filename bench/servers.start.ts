import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BareReady } from './bare.server.ts'
import type { ProductReady } from './product.server.ts'

export type Started<Ready> = Ready & { stop(): Promise<void> }

/** Each server gets a process of its own; the load comes from the bench's. */
export const startProduct = (env: Record<string, string>): Promise<Started<ProductReady>> =>
  start('product.server.ts', env)
export const startBare = (
  answer: 'upload' | 'ranges' | 'list' | 'memory',
  env: Record<string, string>,
): Promise<Started<BareReady>> => start('bare.server.ts', { ...env, BENCH_ANSWER: answer })

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
    stop: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}
