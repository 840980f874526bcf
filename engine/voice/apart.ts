import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Transient, Unprocessable } from '../stage.ts'
import type { Watch } from './activity.ts'

/** `refusal` is shown to the user. `fault` is logged. */
type Outcome = { result: unknown } | { refusal: string } | { fault: string }
type ChildMessage = { fraction: number } | Outcome

const node = ['--max-old-space-size=128', '--max-semi-space-size=2', '--disable-warning=ExperimentalWarning']

/**
 * Runs in a child process to isolate memory use and blocking calls. The result must be JSON. `stopped` is the error
 * message if the child dies.
 */
export async function runInChild<Answer>(
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
      running.on('message', (news: ChildMessage) => {
        if ('fraction' in news) progress(news.fraction)
        else last = news
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

const send = (news: ChildMessage, then = () => {}): void => void process.send?.(news, then)

export function serveParent<Question>(
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
