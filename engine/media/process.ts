import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

export type Limits = {
  /** Private writable memory of the process (RLIMIT_DATA): close to what it really uses, unlike its address space. */
  memoryMiB: number
  /** Largest file it may write. */
  fileMiB: number
  /** Killed after this time in which it neither printed nor wrote; null for tools that are silent while they work. */
  silentSeconds: number | null
  totalSeconds: number
  /** Killed when it prints more than this on stdout. */
  stdoutMiB: number
}

export type Ended = {
  code: number | null
  killedFor: 'silence' | 'time' | 'output' | null
  exitSignal: NodeJS.Signals | null
  /** The last 8 KiB, for logs. */
  stderr: string
}

const stderrBytes = 8192

/**
 * A shell sets the limits and then becomes the command, so that it stays one process. Where a system does not know a
 * limit (macOS ignores `-d`), the command runs without it; `checkMediaTools` tells so.
 */
export function limitCommand(command: string, args: readonly string[], limits: { memoryMiB: number; fileMiB: number }) {
  // POSIX: `ulimit -f` counts blocks of 512 bytes, `-d` kibibytes.
  const script = `ulimit -d ${limits.memoryMiB * 1024} 2>/dev/null || :; ulimit -f ${limits.fileMiB * 2048} 2>/dev/null || :; exec "$@"`
  return { command: 'sh', args: ['-c', script, 'sh', command, ...args] }
}

/** Inside the analysis host everything shares the host's process group, which its parent kills as a whole. */
const shareGroup = process.env['VENIRE_ANALYSIS_HOST'] === '1'

/** Runs a tool to its end within limits; rejects only when aborted (with the signal's reason) or when `sh` is missing. */
export async function runLimited(options: {
  command: string
  args: readonly string[]
  limits: Limits
  signal?: AbortSignal | undefined
  folder?: string | undefined
  onStdout?(text: string): void
  /** Called every few seconds in which it wrote into files. */
  onWrite?(): void
}): Promise<Ended> {
  const { limits, signal } = options
  signal?.throwIfAborted()
  const limited = limitCommand(options.command, options.args, limits)
  const child = spawn(limited.command, limited.args, {
    detached: !shareGroup,
    cwd: options.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Nothing else is passed on: FFREPORT would make ffmpeg write a file, a proxy setting would be a way out.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', AV_LOG_FORCE_NOCOLOR: '1', MALLOC_ARENA_MAX: '2' },
  })
  // People wait for the server, and for this work only in the background. The host has lowered itself already.
  if (!shareGroup && child.pid !== undefined)
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // It ended already, or the system does not allow it.
    }
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    if (shareGroup) child.kill('SIGKILL')
    else
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It ended between the check and the call.
      }
  }
  let killedFor: Ended['killedFor'] = null
  const killFor = (why: NonNullable<Ended['killedFor']>) => {
    killedFor ??= why
    kill()
  }
  const total = setTimeout(killFor, limits.totalSeconds * 1000, 'time')
  const silence = limits.silentSeconds === null ? null : setTimeout(killFor, limits.silentSeconds * 1000, 'silence')
  // ffmpeg says nothing while it moves the index of a long film to the front, which takes minutes for 20 GB.
  const watch = silence && setInterval(() => void watchWrites(), (limits.silentSeconds ?? 0) * 250)
  let written = 0
  const watchWrites = async () => {
    const now = await countWritten(child.pid)
    if (now > written) {
      written = now
      silence?.refresh()
      options.onWrite?.()
    }
  }
  let stderr = Buffer.alloc(0)
  let stdoutBytes = 0
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-stderrBytes)
  })
  child.stdout.on('data', (chunk: Buffer) => {
    silence?.refresh()
    stdoutBytes += chunk.length
    if (stdoutBytes > limits.stdoutMiB * 1024 * 1024) killFor('output')
    else options.onStdout?.(chunk.toString('utf8'))
  })
  signal?.addEventListener('abort', kill, { once: true })
  try {
    const [code, exitSignal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, exitSignal) => resolve([code, exitSignal]))
    })
    signal?.throwIfAborted()
    return { code, exitSignal, killedFor, stderr: stderr.toString('utf8') }
  } finally {
    clearTimeout(total)
    if (silence) clearTimeout(silence)
    if (watch) clearInterval(watch)
    signal?.removeEventListener('abort', kill)
  }
}

/** Bytes that a process wrote since it began; 0 where the system does not tell (only Linux does). */
async function countWritten(pid: number | undefined): Promise<number> {
  const counters = await readFile(`/proc/${pid}/io`, 'utf8').catch(() => '')
  return Number(/^wchar: (\d+)/m.exec(counters)?.[1] ?? 0)
}
