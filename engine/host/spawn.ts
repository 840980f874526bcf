import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { killGroup } from './leftover.ts'
import { readClockMs, renewalMs, renewalPipe } from './watchdog.ts'

/** Calls the listener each time the parent renews its claim. Returns a function that removes the listener. */
export type Renewals = (onRenewed: (atMs: number) => void) => () => void

/** The child exited because this process was paused and may have lost its claim. */
export class Unrenewed extends Error {}

export function followRenewals(renewals: Renewals | undefined, onRenewed: (atMs: number) => void = () => {}) {
  let renewedAtMs = readClockMs()
  const stop = renewals?.((atMs) => {
    renewedAtMs = Math.max(renewedAtMs, atMs)
    onRenewed(atMs)
  })
  return {
    getRenewedAtMs: () => renewedAtMs,
    isLate: () => renewals !== undefined && readClockMs() > renewedAtMs + renewalMs,
    stop: () => stop?.(),
  }
}

export type Host = { child: ChildProcess; renew: (atMs: number) => void; kill: () => void }

export function spawnHost(command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Host {
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    env: { ...childEnvironment(), ...environment },
  })
  const pipe = child.stdio[renewalPipe] as Writable
  pipe.on('error', () => {})
  return {
    child,
    renew: (atMs) => void pipe.write(`${atMs}\n`),
    kill() {
      if (child.pid !== undefined) killGroup(child.pid)
    },
  }
}

/** The child reads untrusted files, so it doesn't get server settings such as DATABASE_URL. */
function childEnvironment(): NodeJS.ProcessEnv {
  const passed = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'LD_LIBRARY_PATH']
  return {
    ...Object.fromEntries(passed.map((name) => [name, process.env[name]]).filter(([, value]) => value !== undefined)),
    VENIRE_ANALYSIS_HOST: '1',
  }
}
