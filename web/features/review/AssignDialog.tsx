import { useState } from 'react'
import type { z } from 'zod'
import type { JurorSummary } from '#contract/jurors/jurors.ts'
import { findJuror, listSeats, type SeatedJuror } from '#contract/jurors/seats.ts'
import { isSharedLabel } from '#contract/speakers/asked.ts'
import { listSpeakerProposals } from '#contract/speakers/proposals.ts'
import { assignSpeaker, type SessionSpeaker } from '#contract/speakers/speakers.ts'
import { speakerRoles, speakerRoleWords } from '#contract/videos/transcript.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { together } from '#web/platform/Loaded.tsx'
import { useCommand, useRead } from '#web/platform/api.ts'
import { formatPercent } from '#web/platform/format.ts'
import { Button, Checkbox, Dialog, DialogActions, ReadNotice, Select } from '#web/ui/kit.ts'
import { PlayButton, nameOfSpeaker } from './speakers.tsx'

type AssignDialogProps = {
  sessionId: string
  speaker: SessionSpeaker
  jurors: readonly JurorSummary[]
  onPlay: (seconds: number) => void
  onClose: () => void
}

/** Diarization labels such as `voice-3` are valid for one video only. */
const isHeard = (label: string): boolean => /^voice-\d+$/.test(label)

export function AssignDialog({ sessionId, speaker, jurors, onPlay, onClose }: AssignDialogProps) {
  const [role, setRole] = useState(speaker.assignment?.role ?? speaker.role)
  const [jurorId, setJurorId] = useState(speaker.assignment?.jurorId ?? '')
  const [applyToAll, setApplyToAll] = useState(!isHeard(speaker.label))
  const assign = useCommand(assignSpeaker)
  const suggestions = useRead(listSpeakerProposals, { params: { videoId: speaker.videoId }, input: {} })
  const seats = useRead(listSeats, { params: { sessionId }, input: {} })
  // If several people share the label, choosing a number would name all of them.
  const proposals = isSharedLabel(speaker.label)
    ? []
    : (suggestions.data ?? []).filter((each) => each.speaker === speaker.label)
  const save = (assignment: { role: typeof role; jurorId: string | null } | null) => {
    const { videoId, label, version, grouping } = speaker
    assign.mutate(
      {
        params: { sessionId },
        input: { videoId, label, version, grouping: grouping ?? undefined, assignment, applyToAll },
      },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Who is ${nameOfSpeaker(speaker)}?`}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save({ role, jurorId: role === 'juror' && jurorId !== '' ? jurorId : null })
        }}
      >
        <ul aria-label="Excerpts of this voice" className="grid gap-2">
          {speaker.excerpts.map(({ turn, startMs, text }) => (
            <li key={turn} className="rounded-card border border-line p-2 text-sm">
              <p className="break-words">{`“${text}”`}</p>
              <PlayButton startMs={startMs} onPlay={onPlay} />
            </li>
          ))}
        </ul>
        <ReadNotice of={together(suggestions, seats)} what="Spoken numbers" />
        {proposals.length > 0 && seats.data && (
          <SpokenNumbers
            proposals={proposals}
            jurors={jurors}
            seats={seats.data}
            onPlay={onPlay}
            onChoose={(juror) => {
              setRole('juror')
              setJurorId(juror.id)
            }}
          />
        )}
        <Select
          label="Role"
          value={role}
          options={speakerRoles
            .filter((each) => each !== 'note')
            .map((value) => ({ value, label: speakerRoleWords[value] }))}
          onChange={(event) => setRole(speakerRoles.find((each) => each === event.target.value) ?? 'unknown')}
        />
        {role === 'juror' && (
          <Select
            label="Juror"
            value={jurorId}
            placeholder="Unknown juror"
            options={jurors.map(({ id, jurorNumber, displayName }) => ({
              value: id,
              label: [`Juror ${jurorNumber}`, displayName].filter(Boolean).join(', '),
            }))}
            onChange={(event) => setJurorId(event.target.value)}
          />
        )}
        <Checkbox
          label="Apply to all videos in this session"
          {...(isHeard(speaker.label) && {
            hint: 'Voice numbers differ between videos, so the same number may refer to someone else.',
          })}
          checked={applyToAll}
          onChange={(event) => setApplyToAll(event.target.checked)}
        />
        <Failure of={assign.error} />
        <DialogActions>
          {speaker.assignment && <Button onClick={() => save(null)}>Clear</Button>}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={assign.isPending}>
            Assign
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type Proposal = z.output<typeof listSpeakerProposals.output>[number]

type SpokenNumbersProps = {
  proposals: readonly Proposal[]
  jurors: readonly JurorSummary[]
  seats: readonly SeatedJuror[]
  onChoose: (juror: JurorSummary) => void
  onPlay: (seconds: number) => void
}

const describeVoice = ({ jurorNumber, seat }: Proposal): string =>
  jurorNumber === null ? `seat ${seat ?? ''}` : `juror ${jurorNumber}`

function SpokenNumbers({ proposals, jurors, seats, onChoose, onPlay }: SpokenNumbersProps) {
  return (
    <section aria-label="Spoken numbers" className="grid gap-2">
      {proposals.map((proposal) => {
        const juror = findJuror(proposal, jurors, seats)
        return (
          <div
            key={`${describeVoice(proposal)} ${proposal.stretches[0]?.fromTurn ?? 0}`}
            className="grid gap-2 rounded-card border border-dashed border-line-strong p-3"
          >
            <p>
              {`This voice may be ${describeVoice(proposal)}, based on a number spoken aloud.`}
              <span className="text-sm text-ink-3">{` ${formatPercent(proposal.confidence)} confidence`}</span>
            </p>
            <ul aria-label={`Mentions of ${describeVoice(proposal)}`} className="grid gap-1 text-sm">
              {proposal.excerpts.map(({ turn, startMs, quote, quoteChanged }) => (
                <li key={turn} className="flex flex-wrap items-center justify-between gap-x-2">
                  <span className="break-words">
                    {`“${quote}”`}
                    {quoteChanged && <span className="text-ink-3"> (since corrected)</span>}
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
                  ? `No juror is recorded in ${describeVoice(proposal)} for this session. Choose the juror below.`
                  : `This case has no ${describeVoice(proposal)}. Add the juror first.`}
              </p>
            )}
          </div>
        )
      })}
    </section>
  )
}
