/** Listens for the moments at which several people speak at once, with the small network beside this file. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Span } from '#contract/analysis.ts'
import { Transient, Unprocessable } from '../../stage.ts'
import type { Watch } from '../silero.ts'

/** What the child is asked, once. */
export type Question = { wav: string; threads: number }
type Result = { overlaps: Span[] } | { absent: string } | { refusal: string } | { fault: string }
/** What it tells; `absent` says why the network cannot run on this machine, `fault` is for the log. */
export type Telling = { fraction: number } | Result

/** A window at a time, and a number for every 40 ms: more is a fault. */
const node = ['--max-old-space-size=128', '--max-semi-space-size=2', '--disable-warning=ExperimentalWarning']

/**
 * Spans of a 16 kHz mono WAV file in which several speak at once, half a second and longer, in order; null where the
 * network cannot run on this machine. Costs half a minute of one core for an hour of sound, and no memory for its length.
 */
export async function hearOverlaps(wav: string, threads: number, { signal, progress }: Watch): Promise<Span[] | null> {
  signal.throwIfAborted()
  const child = fork(fileURLToPath(new URL('overlap.child.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: node,
  })
  const kill = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  let stderr = ''
  child.stderr?.on('data', (part: Buffer) => (stderr = (stderr + part.toString()).slice(-4000)))
  let last: Result | null = null
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', () => resolve())
      child.on('message', (telling: Telling) => {
        if ('fraction' in telling) progress(telling.fraction)
        else last = telling
      })
      child.send({ wav, threads } satisfies Question, () => {})
    })
  } finally {
    signal.removeEventListener('abort', kill)
  }
  signal.throwIfAborted()
  return readResult(last, stderr)
}

function readResult(result: Result | null, stderr: string): Span[] | null {
  if (result && 'overlaps' in result) return result.overlaps
  if (result && 'absent' in result) return null
  if (result && 'refusal' in result) throw new Unprocessable(result.refusal)
  throw new Transient('Listening for people who speak at once stopped; the machine may have run out of memory.', {
    cause: result?.fault ?? stderr,
  })
}
