import { useState } from 'react'
import { listSeats } from '#contract/jurors/seats.ts'
import type { JurorSummary } from '#contract/jurors/jurors.ts'
import { listSpeakerProposals } from '#contract/speakers/proposals.ts'
import { assignSpeaker, type SessionSpeaker } from '#contract/speakers/speakers.ts'
import { speakerRoles } from '#contract/videos/transcript.ts'
import { together } from '#web/platform/Loaded.tsx'
import { useCommand, useRead } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Button, Checkbox, Dialog, DialogActions, ReadNotice, Select } from '#web/ui/kit.ts'
import { PlayButton } from './PlayButton.tsx'
import { nameOfSpeaker, roleWords } from './speakers.ts'
import { SpokenNumbers } from './SpokenNumbers.tsx'

type AssignDialogProps = {
  sessionId: string
  speaker: SessionSpeaker
  jurors: readonly JurorSummary[]
  onPlay: (seconds: number) => void
  onClose: () => void
}

/** A voice told apart by ear, whose number means nothing in another video. */
const isHeard = (label: string): boolean => /^voice-\d+$/.test(label)

/** A person says who speaks, after reading and hearing up to three stretches. */
export function AssignDialog({ sessionId, speaker, jurors, onPlay, onClose }: AssignDialogProps) {
  const [role, setRole] = useState(speaker.assignment?.role ?? speaker.role)
  const [jurorId, setJurorId] = useState(speaker.assignment?.jurorId ?? '')
  const [applyToAll, setApplyToAll] = useState(!isHeard(speaker.label))
  const assign = useCommand(assignSpeaker)
  const said = useRead(listSpeakerProposals, { params: { videoId: speaker.videoId }, input: {} })
  const seats = useRead(listSeats, { params: { sessionId }, input: {} })
  const proposals = (said.data ?? []).filter((each) => each.speaker === speaker.label)
  const save = (assignment: { role: typeof role; jurorId: string | null } | null) => {
    const { videoId, label, version } = speaker
    assign.mutate(
      { params: { sessionId }, input: { videoId, label, version, assignment, applyToAll } },
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
        <ul aria-label="Stretches to recognise the voice by" className="grid gap-2">
          {speaker.excerpts.map(({ turn, startMs, text }) => (
            <li key={turn} className="rounded-card border border-line p-2 text-sm">
              <p className="break-words">{`“${text}”`}</p>
              <PlayButton startMs={startMs} onPlay={onPlay} />
            </li>
          ))}
        </ul>
        <ReadNotice of={together(said, seats)} what="Spoken numbers" />
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
          options={speakerRoles.filter((each) => each !== 'note').map((value) => ({ value, label: roleWords[value] }))}
          onChange={(event) => setRole(speakerRoles.find((each) => each === event.target.value) ?? 'unknown')}
        />
        {role === 'juror' && (
          <Select
            label="Juror"
            value={jurorId}
            placeholder="Not known which"
            options={jurors.map(({ id, jurorNumber, displayName }) => ({
              value: id,
              label: [`Juror ${jurorNumber}`, displayName].filter(Boolean).join(', '),
            }))}
            onChange={(event) => setJurorId(event.target.value)}
          />
        )}
        <Checkbox
          label="Apply to all videos of this session"
          {...(isHeard(speaker.label) && {
            hint: 'Voices are numbered anew in each video: the same number is often another person.',
          })}
          checked={applyToAll}
          onChange={(event) => setApplyToAll(event.target.checked)}
        />
        <Failure of={assign.error} />
        <DialogActions>
          {speaker.assignment && <Button onClick={() => save(null)}>Take back</Button>}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={assign.isPending}>
            Assign
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
