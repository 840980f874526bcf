import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

export type Limits = {
  /** Private writable memory (RLIMIT_DATA), which is close to real use. */
  memoryMiB: number
  fileMiB: number
  /** Time without printing or writing. Null for tools that are silent while working. */
  silentSeconds: number | null
  totalSeconds: number
  stdoutMiB: number
}

export type Ended = {
  code: number | null
  killedFor: 'silence' | 'time' | 'output' | null
  exitSignal: NodeJS.Signals | null
  stderr: string
}

const stderrBytes = 8192

/** The shell sets the limits and execs the command. Unsupported limits (macOS: `-d`) are ignored. */
export function limitCommand(command: string, args: readonly string[], limits: { memoryMiB: number; fileMiB: number }) {
  // POSIX: `ulimit -f` counts 512-byte blocks, `-d` kibibytes.
  const script = `ulimit -d ${limits.memoryMiB * 1024} 2>/dev/null || :; ulimit -f ${limits.fileMiB * 2048} 2>/dev/null || :; exec "$@"`
  return { command: 'sh', args: ['-c', script, 'sh', command, ...args] }
}

/** The analysis host's parent kills its whole process group. */
const shareGroup = process.env['VENIRE_ANALYSIS_HOST'] === '1'

/** Rejects only when aborted or if `sh` is missing. */
export async function runLimited(options: {
  command: string
  args: readonly string[]
  limits: Limits
  signal?: AbortSignal | undefined
  folder?: string | undefined
  onStdout?(text: string): void
  onWrite?(): void
}): Promise<Ended> {
  const { limits, signal } = options
  signal?.throwIfAborted()
  const limited = limitCommand(options.command, options.args, limits)
  const child = spawn(limited.command, limited.args, {
    detached: !shareGroup,
    cwd: options.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Passes on nothing else: FFREPORT would write a file, and a proxy setting would open the network.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', AV_LOG_FORCE_NOCOLOR: '1', MALLOC_ARENA_MAX: '2' },
  })
  // Lowers the priority for the server's sake. The analysis host already did.
  if (!shareGroup && child.pid !== undefined)
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // Already ended, or not permitted.
    }
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    if (shareGroup) child.kill('SIGKILL')
    else
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // Ended between the check and the call.
      }
  }
  let killedFor: Ended['killedFor'] = null
  const killFor = (why: NonNullable<Ended['killedFor']>) => {
    killedFor ??= why
    kill()
  }
  const total = setTimeout(killFor, limits.totalSeconds * 1000, 'time')
  const silence = limits.silentSeconds === null ? null : setTimeout(killFor, limits.silentSeconds * 1000, 'silence')
  // ffmpeg is silent while moving the index of a long film, which takes minutes for 20 GB.
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

/** Returns 0 except on Linux. */
async function countWritten(pid: number | undefined): Promise<number> {
  const counters = await readFile(`/proc/${pid}/io`, 'utf8').catch(() => '')
  return Number(/^wchar: (\d+)/m.exec(counters)?.[1] ?? 0)
}
