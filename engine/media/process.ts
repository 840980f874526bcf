import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

export type Limits = {
  /** The limit on private writable memory (RLIMIT_DATA), which is close to actual memory use. */
  memoryMiB: number
  fileMiB: number
  /** The longest time without output. Null for tools that don't print anything while they work. */
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

/**
 * Sets the limits in a shell, which then execs the command. Ignores limits that aren't supported, such as `-d` on
 * macOS.
 */
export function limitCommand(command: string, args: readonly string[], limits: { memoryMiB: number; fileMiB: number }) {
  // In POSIX, `ulimit -f` uses 512-byte blocks. `-d` uses KiB.
  const script = `ulimit -d ${limits.memoryMiB * 1024} 2>/dev/null || :; ulimit -f ${limits.fileMiB * 2048} 2>/dev/null || :; exec "$@"`
  return { command: 'sh', args: ['-c', script, 'sh', command, ...args] }
}

/** Children of the analysis host stay in its process group, so its parent can kill all of them. */
const shareGroup = process.env['VENIRE_ANALYSIS_HOST'] === '1'

export type ToolOptions = {
  command: string
  args: readonly string[]
  limits: Limits
  signal?: AbortSignal | undefined
  folder?: string | undefined
  /** Text to write to the tool's standard input. Use this for secrets that must not appear in the process list. */
  stdin?: string | undefined
  onStdout?: (text: string) => void
  onWrite?: () => void
}

export type ToolRunner = (options: ToolOptions) => Promise<Ended>

const runners = new AsyncLocalStorage<ToolRunner>()

export const withToolRunner = <T>(run: ToolRunner, work: () => Promise<T>): Promise<T> => runners.run(run, work)

/** Rejects only if the call is aborted, `sh` is missing, or the current runner rejects. */
export async function runLimited(options: ToolOptions): Promise<Ended> {
  options.signal?.throwIfAborted()
  const run = runners.getStore() ?? runHere
  return run(options)
}

async function runHere(options: ToolOptions): Promise<Ended> {
  const { limits, signal, stdin } = options
  const limited = limitCommand(options.command, options.args, limits)
  const child = spawn(limited.command, limited.args, {
    detached: !shareGroup,
    cwd: options.folder,
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // Don't pass other variables: FFREPORT would write a file, and a proxy setting would allow network access.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', AV_LOG_FORCE_NOCOLOR: '1', MALLOC_ARENA_MAX: '2' },
  })
  // Children of the analysis host inherit its lowered priority.
  if (!shareGroup && child.pid !== undefined)
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // The process has already ended, or this user can't lower its priority.
    }
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    if (shareGroup) child.kill('SIGKILL')
    else
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The process ended between the check and this call.
      }
  }
  let killedFor: Ended['killedFor'] = null
  const killFor = (why: NonNullable<Ended['killedFor']>) => {
    killedFor ??= why
    kill()
  }
  const total = setTimeout(killFor, limits.totalSeconds * 1000, 'time')
  const silence = limits.silentSeconds === null ? null : setTimeout(killFor, limits.silentSeconds * 1000, 'silence')
  // ffmpeg prints nothing while it moves the index of a long video, which takes minutes for 20 GB.
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
  // Ignore write errors, because a tool that dies closes its end of the pipe first.
  child.stdin?.on('error', () => {})
  child.stdin?.end(stdin)
  child.stderr!.on('data', (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-stderrBytes)
  })
  child.stdout!.on('data', (chunk: Buffer) => {
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

async function countWritten(pid: number | undefined): Promise<number> {
  const counters = await readFile(`/proc/${pid}/io`, 'utf8').catch(() => '')
  return Number(/^wchar: (\d+)/m.exec(counters)?.[1] ?? 0)
}
