/** The child's side of `askApart`. */
import { Unprocessable } from '../stage.ts'
import type { Telling } from './apart.ts'

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
