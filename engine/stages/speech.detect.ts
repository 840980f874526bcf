/** Finds speech in a process of its own: the detector's memory ends with it, and its blocking calls hold nobody up. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { SpeechActivity } from '#contract/analysis.ts'
import { Transient, Unprocessable } from '../stage.ts'
import type { SpeechSettings, Watch } from '../voice/silero.ts'

/** What the child is asked, once. */
export type Question = { wav: string; settings: SpeechSettings }
/** What it tells; `refusal` is the sentence about a file that cannot be read, `fault` is for the log. */
export type Telling = { fraction: number } | { activity: SpeechActivity } | { refusal: string } | { fault: string }

/** A block of half a minute at a time and a few numbers a region: more is a fault. */
const node = [
  '--max-old-space-size=128',
  '--max-semi-space-size=2',
  '--expose-gc',
  '--disable-warning=ExperimentalWarning',
]

/** Answers as `detectSpeech` does; a detector that dies is worth a retry. */
export async function detectApart(
  wav: string,
  settings: SpeechSettings,
  { signal, progress }: Watch,
): Promise<SpeechActivity> {
  signal.throwIfAborted()
  const child = fork(fileURLToPath(new URL('speech.child.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: node,
  })
  const kill = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  let stderr = ''
  child.stderr?.on('data', (part: Buffer) => (stderr = (stderr + part.toString()).slice(-4000)))
  let last: Exclude<Telling, { fraction: number }> | null = null
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', () => resolve())
      child.on('message', (telling: Telling) => {
        if ('fraction' in telling) progress(telling.fraction)
        else last = telling
      })
      child.send({ wav, settings } satisfies Question, () => {})
    })
  } finally {
    signal.removeEventListener('abort', kill)
  }
  signal.throwIfAborted()
  return readLast(last, stderr)
}

function readLast(last: Exclude<Telling, { fraction: number }> | null, stderr: string): SpeechActivity {
  if (last && 'activity' in last) return last.activity
  if (last && 'refusal' in last) throw new Unprocessable(last.refusal)
  throw new Transient('The detection of speech stopped in the middle; the machine may have run out of memory.', {
    cause: last?.fault ?? stderr,
  })
}
