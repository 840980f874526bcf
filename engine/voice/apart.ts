/** Asks a process of its own one question about a recording: its memory ends with it, and its blocking calls hold nobody up. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Transient, Unprocessable } from '../stage.ts'
import type { Watch } from './activity.ts'

/** How it went; `refusal` is the sentence about a file that cannot be read, `fault` is for the log. */
type Outcome = { result: unknown } | { refusal: string } | { fault: string }
/** What the child tells (`apart.child.ts`). */
type Telling = { fraction: number } | Outcome

/** The children hold a block of sound at a time and a few numbers for all of it: more is a fault. */
const node = ['--max-old-space-size=128', '--max-semi-space-size=2', '--disable-warning=ExperimentalWarning']

/**
 * The child's answer, which it gives by `answerApart` and which must be what JSON can hold. `stopped` is the sentence for a
 * child that died, which is worth a retry.
 */
export async function askApart<Answer>(
  child: { file: URL; options?: readonly string[]; stopped: string },
  question: object,
  { signal, progress }: Watch,
): Promise<Answer> {
  signal.throwIfAborted()
  const running = fork(fileURLToPath(child.file), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [...node, ...(child.options ?? [])],
  })
  const kill = () => void running.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  let stderr = ''
  running.stderr?.on('data', (part: Buffer) => (stderr = (stderr + part.toString()).slice(-4000)))
  let last: Outcome = { fault: '' }
  try {
    await new Promise<void>((resolve, reject) => {
      running.once('error', reject)
      running.once('close', () => resolve())
      running.on('message', (telling: Telling) => {
        if ('fraction' in telling) progress(telling.fraction)
        else last = telling
      })
      running.send(question, () => {})
    })
  } finally {
    signal.removeEventListener('abort', kill)
  }
  signal.throwIfAborted()
  return readOutcome(last, stderr, child.stopped) as Answer
}

function readOutcome(outcome: Outcome, stderr: string, stopped: string): unknown {
  if ('result' in outcome) return outcome.result
  if ('refusal' in outcome) throw new Unprocessable(outcome.refusal)
  throw new Transient(stopped, { cause: outcome.fault || stderr })
}

const send = (telling: Telling, then = () => {}): void => void process.send?.(telling, then)

/** Answers the one question that this process is asked, and ends it; it ends too when whoever asked is gone. */
export function answerApart<Question>(
  answer: (question: Question, progress: (fraction: number) => void) => Promise<unknown>,
): void {
  process.once('disconnect', () => process.exit(0))
  process.once('message', (question: Question) => {
    answer(question, (fraction) => send({ fraction })).then(
      (result) => send({ result }, () => process.exit(0)),
      (error: unknown) =>
        send(error instanceof Unprocessable ? { refusal: error.message } : { fault: String(error) }, () =>
          process.exit(1),
        ),
    )
  })
}
