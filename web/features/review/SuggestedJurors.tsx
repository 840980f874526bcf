import { useState } from 'react'
import type { z } from 'zod'
import type { JurorSummary } from '#contract/jurors/jurors.ts'
import { listSeats, type SeatedJuror } from '#contract/jurors/seats.ts'
import { readAskedLabel } from '#contract/speakers/asked.ts'
import { listSpeakerProposals } from '#contract/speakers/proposals.ts'
import { assignSpeaker, type SessionSpeaker } from '#contract/speakers/speakers.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { together } from '#web/platform/Loaded.tsx'
import { describeError } from '#web/platform/apiError.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { Button, ConfirmDialog, ReadNotice } from '#web/ui/kit.ts'
import { findJuror } from './AssignDialog.tsx'
import { PlayButton, nameOfSpeaker } from './speakers.tsx'

type Proposal = z.output<typeof listSpeakerProposals.output>[number]
type Suggestion = { speaker: SessionSpeaker; juror: JurorSummary; proposal: Proposal }

type SuggestedJurorsProps = {
  sessionId: string
  videoId: string
  speakers: readonly SessionSpeaker[]
  jurors: readonly JurorSummary[]
  onPlay: (seconds: number) => void
}

/** Suggests speakers' juror numbers, to be confirmed individually or all at once. */
export function SuggestedJurors({ sessionId, videoId, speakers, jurors, onPlay }: SuggestedJurorsProps) {
  const [isConfirming, setConfirming] = useState(false)
  const proposals = useRead(listSpeakerProposals, { params: { videoId }, input: {} })
  const seats = useRead(listSeats, { params: { sessionId }, input: {} })
  const assign = useCommand(assignSpeaker)
  const suggestions = proposals.data && seats.data ? listSuggestions(speakers, proposals.data, jurors, seats.data) : []
  const likely = suggestions.filter(isLikely)
  const toCommand = ({ speaker, juror }: Suggestion, isJuror: boolean) => ({
    params: { sessionId },
    input: {
      videoId,
      label: speaker.label,
      version: speaker.version,
      grouping: speaker.grouping ?? undefined,
      assignment: isJuror ? { role: 'juror' as const, jurorId: juror.id } : { role: 'unknown' as const, jurorId: null },
    },
  })
  async function assignAll() {
    try {
      for (const each of likely) await assign.mutateAsync(toCommand(each, true))
      setConfirming(false)
    } catch {
      // The dialog shows the mutation's error.
    }
  }
  if (suggestions.length === 0) return <ReadNotice of={together(proposals, seats)} what="Suggested jurors" />
  return (
    <section aria-label="Suggested jurors" className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-bold">Suggested jurors</h3>
        {likely.length > 1 && (
          <Button onClick={() => setConfirming(true)}>
            {likely.length === suggestions.length ? `Assign all ${likely.length}` : `Assign ${likely.length} likely`}
          </Button>
        )}
      </div>
      <ul className="grid gap-2">
        {suggestions.map((each) => (
          <li key={each.speaker.label} className="grid gap-2 rounded-card border border-dashed border-line-strong p-3">
            <p className="font-medium">{describe(each)}</p>
            {each.proposal.excerpts.slice(0, 2).map(({ turn, startMs, quote }) => (
              <div key={turn} className="text-sm">
                <p className="break-words">{`“${quote}”`}</p>
                <PlayButton startMs={startMs} onPlay={onPlay} />
              </div>
            ))}
            <span className="flex gap-2">
              <Button busy={assign.isPending} onClick={() => assign.mutate(toCommand(each, true))}>
                <span className="sr-only">{`${describe(each)}: `}</span>Yes
              </Button>
              <Button disabled={assign.isPending} onClick={() => assign.mutate(toCommand(each, false))}>
                <span className="sr-only">{`${describe(each)}: `}</span>No
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {!isConfirming && <Failure of={assign.error} />}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Assign ${likely.length} speakers?`}
        description={
          <>
            {likely.map((each) => (
              <span key={each.speaker.label} className="block">
                {describe(each)}
              </span>
            ))}
          </>
        }
        confirmLabel="Assign all"
        busy={assign.isPending}
        error={assign.error ? describeError(assign.error) : null}
        onConfirm={() => void assignAll()}
      />
    </section>
  )
}

const likelyAtLeast = 0.5
/** Matches labels that several people may share. */
const sharedLabel =
  /^(?:(?:the|an?|another|unidentified|unknown|male|female|prospective|potential|alternate|trial) )*(?:juror|venire ?(?:man|woman|person|member)|panelist|panel member|witness|speaker|man|woman|a|answer)s?[.:]?$/i

/** Bulk assignment skips speakers whose label or number may be someone else's. */
export const isLikely = ({ speaker, proposal }: Pick<Suggestion, 'speaker' | 'proposal'>): boolean =>
  proposal.confidence >= likelyAtLeast && !sharedLabel.test(speaker.label.trim())

const describe = ({ speaker, juror }: Suggestion): string =>
  `${readAskedLabel(speaker.label) ? 'A.' : nameOfSpeaker(speaker)} is Juror ${juror.jurorNumber}`

/** Lists unassigned speakers with a single proposal for the whole label, if its juror is in the case. */
export function listSuggestions(
  speakers: readonly SessionSpeaker[],
  proposals: readonly Proposal[],
  jurors: readonly JurorSummary[],
  seats: readonly SeatedJuror[],
): Suggestion[] {
  return speakers.flatMap((speaker) => {
    const own = proposals.filter((each) => each.speaker === speaker.label && each.jurorNumber !== null)
    const [proposal] = own
    if (speaker.assignment || !proposal || own.length > 1 || proposal.stretches.length > 1) return []
    const juror = findJuror(proposal, jurors, seats)
    return juror ? [{ speaker, juror, proposal }] : []
  })
}
