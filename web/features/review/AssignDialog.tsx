import { Play } from 'lucide-react'
import { useState } from 'react'
import type { JurorSummary } from '#contract/jurors.ts'
import { assignSpeaker, type SessionSpeaker } from '#contract/speakers.ts'
import { speakerRoles } from '#contract/transcript.ts'
import { useCommand } from '#web/platform/api.ts'
import { sentenceOf } from '#web/platform/apiError.ts'
import { formatDuration } from '#web/platform/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Select } from '#web/ui/Select.tsx'
import { roleWords } from './speakers.ts'

type AssignDialogProps = {
  sessionId: string
  speaker: SessionSpeaker
  jurors: readonly JurorSummary[]
  onPlay: (seconds: number) => void
  onClose: () => void
}

/** A person says who speaks, after reading and hearing up to three stretches. */
export function AssignDialog({ sessionId, speaker, jurors, onPlay, onClose }: AssignDialogProps) {
  const [role, setRole] = useState(speaker.assignment?.role ?? speaker.role)
  const [jurorId, setJurorId] = useState(speaker.assignment?.jurorId ?? '')
  const [applyToAll, setApplyToAll] = useState(true)
  const assign = useCommand(assignSpeaker)
  const save = (assignment: { role: typeof role; jurorId: string | null } | null) => {
    const { videoId, label, version } = speaker
    assign.mutate(
      { params: { sessionId }, input: { videoId, label, version, assignment, applyToAll } },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Who is ${speaker.displayName}?`}>
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
              {startMs !== null && (
                <Button
                  variant="quiet"
                  icon={<Play className="size-4" />}
                  onClick={() => onPlay(startMs / 1000)}
                >{`Play from ${formatDuration(startMs / 1000)}`}</Button>
              )}
            </li>
          ))}
        </ul>
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
          checked={applyToAll}
          onChange={(event) => setApplyToAll(event.target.checked)}
        />
        {assign.error && (
          <Notice tone="danger" alert>
            {sentenceOf(assign.error)}
          </Notice>
        )}
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
