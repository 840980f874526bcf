import type { SeatedJuror } from '#contract/jurors/seats.ts'
import type { JurorSummary } from '#contract/jurors/jurors.ts'
import type { listSpeakerProposals } from '#contract/speakers/proposals.ts'
import type { z } from 'zod'
import { formatPercent } from '#web/platform/format.ts'
import { Button } from '#web/ui/kit.ts'
import { PlayButton } from './PlayButton.tsx'
import { findJuror } from './spoken.ts'

type Proposal = z.output<typeof listSpeakerProposals.output>[number]

type SpokenNumbersProps = {
  proposals: readonly Proposal[]
  jurors: readonly JurorSummary[]
  /** Who sits where in this session; a seat of another day is another juror's. */
  seats: readonly SeatedJuror[]
  onChoose: (juror: JurorSummary) => void
  onPlay: (seconds: number) => void
}

const describeVoice = ({ jurorNumber, seat }: Proposal): string =>
  jurorNumber === null ? `seat ${seat ?? ''}` : `juror ${jurorNumber}`

/** Numbers said aloud by a voice, to hear before one is taken for true. Nothing is named until a person does it. */
export function SpokenNumbers({ proposals, jurors, seats, onChoose, onPlay }: SpokenNumbersProps) {
  return (
    <section aria-label="Numbers said aloud" className="grid gap-2">
      {proposals.map((proposal) => {
        const juror = findJuror(proposal, jurors, seats)
        return (
          <div
            key={`${describeVoice(proposal)} ${proposal.stretches[0]?.fromTurn ?? 0}`}
            className="grid gap-2 rounded-card border border-dashed border-line-strong p-3"
          >
            <p>
              {`This voice may be ${describeVoice(proposal)}: it was said aloud.`}
              <span className="text-sm text-ink-3">{` ${formatPercent(proposal.confidence)} sure`}</span>
            </p>
            <ul aria-label={`Where ${describeVoice(proposal)} was said`} className="grid gap-1 text-sm">
              {proposal.excerpts.map(({ turn, startMs, quote, quoteChanged }) => (
                <li key={turn} className="flex flex-wrap items-center justify-between gap-x-2">
                  <span className="break-words">
                    {`“${quote}”`}
                    {quoteChanged && <span className="text-ink-3"> (corrected since)</span>}
                  </span>
                  <PlayButton startMs={startMs} onPlay={onPlay} />
                </li>
              ))}
            </ul>
            {juror ? (
              <Button onClick={() => onChoose(juror)}>{`Choose juror ${juror.jurorNumber}`}</Button>
            ) : (
              <p className="text-sm text-ink-3">
                {proposal.jurorNumber === null
                  ? `Nobody is known to sit on ${describeVoice(proposal)} in this session. Choose the juror below.`
                  : `The case has no ${describeVoice(proposal)}. Add the juror first.`}
              </p>
            )}
          </div>
        )
      })}
    </section>
  )
}
