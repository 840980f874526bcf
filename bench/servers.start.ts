import { type ChildProcess, fork, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/crash/platform.ts'
import type { BareReady } from './bare.server.ts'
import type { ProductReady } from './product.server.ts'

export type Started<Ready> = Ready & {
  cpuMs(): number
  write(): void
  stop(): Promise<void>
}

export const startProduct = (env: Record<string, string>): Promise<Started<ProductReady>> =>
  start('product.server.ts', env, ['--max-semi-space-size=4'])
export const startBare = (
  answer: 'upload' | 'pieces' | 'ranges' | 'list' | 'memory',
  env: Record<string, string>,
): Promise<Started<BareReady>> => start('bare.server.ts', { ...env, BENCH_ANSWER: answer })

export function readCpuMs(pid: number): number {
  // Fields 14 and 15 (see proc(5)) are in 10 ms ticks. It's safe to split at spaces: the process name has none.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

async function start<Ready>(
  file: string,
  env: Record<string, string>,
  flags: readonly string[] = [],
): Promise<Started<Ready>> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: ['--disable-warning=ExperimentalWarning', ...flags],
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

export function readMemoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

export type Process = { pid: number; port: number; readyMs: number; stop: () => Promise<void> }

/** Resolves when the command responds to `/readyz`. */
export async function startProcess(
  command: string,
  listArgs: (port: number) => string[],
  env: Record<string, string>,
): Promise<Process> {
  const port = await freePort()
  const startedAt = performance.now()
  const child: ChildProcess = spawn(command, listArgs(port), { stdio: 'ignore', env: { ...process.env, ...env } })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode} before it was ready`)
    await sleep(10)
  }
  const readyMs = performance.now() - startedAt
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { pid: child.pid!, port, readyMs, stop }
}
