import { useState } from 'react'
import type { HardshipFacts } from '#contract/findings/findings.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { EvidenceInput } from '#contract/strikes/data.ts'
import { createExcusal } from '#contract/strikes/excusals.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { newId } from '#web/platform/newId.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextField.tsx'
import { EvidencePicker } from './EvidencePicker.tsx'
import { isOut } from './isOut.ts'
import { factWords, sayFaults } from './strikeWords.ts'

const unknown: HardshipFacts = { paid: null, replaceable: null, scheduleFix: null, documented: null }
const answers = [
  { value: '', label: 'Not asked' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

/** Puts a juror on the list of hardships. */
export function ExcusalDialog({ board, onClose }: { board: StrikeBoard; onClose: () => void }) {
  const create = useCommand(createExcusal)
  const [jurorId, setJurorId] = useState('')
  const [reason, setReason] = useState('')
  const [facts, setFacts] = useState<HardshipFacts>(unknown)
  const [evidence, setEvidence] = useState<EvidenceInput[]>([])
  const [missing, setMissing] = useState<string>()
  const reasonFault = create.error instanceof ApiError ? create.error.fields.reason : undefined
  const juror = board.jurors.find(({ id }) => id === jurorId)
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Add Hardship"
      description="A request to be excused, with the four facts a judge asks for."
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!juror) {
            setMissing('Choose the juror.')
            return
          }
          create.mutate(
            {
              params: { sessionId: board.session.id },
              input: { eventId: newId(), at: new Date().toISOString(), jurorId, reason, facts, evidence },
            },
            { onSuccess: onClose },
          )
        }}
      >
        <Select
          label="Juror"
          value={jurorId}
          error={missing}
          placeholder="Choose a juror"
          options={board.jurors
            .filter((each) => !isOut(each))
            .map(({ id, number }) => ({ value: id, label: `Juror ${number}` }))}
          onChange={(event) => {
            setJurorId(event.target.value)
            setMissing(undefined)
            setEvidence([])
          }}
          required
        />
        <TextArea
          label="Hardship"
          rows={2}
          value={reason}
          error={reasonFault}
          onChange={(event) => setReason(event.target.value)}
          required
        />
        <fieldset className="grid gap-3 rounded-card border border-line p-3 sm:grid-cols-2">
          <legend className="px-1 font-medium">Four facts</legend>
          {(Object.keys(factWords) as (keyof HardshipFacts)[]).map((fact) => (
            <Select
              key={fact}
              label={factWords[fact]}
              value={facts[fact] === null ? '' : facts[fact] ? 'yes' : 'no'}
              options={answers}
              onChange={(event) =>
                setFacts({ ...facts, [fact]: event.target.value === '' ? null : event.target.value === 'yes' })
              }
            />
          ))}
        </fieldset>
        {juror && (
          <EvidencePicker
            sessionId={board.session.id}
            jurorNumber={juror.number}
            chosen={evidence}
            onChange={setEvidence}
          />
        )}
        {create.error && reasonFault === undefined && (
          <Notice tone="danger" alert>
            {sayFaults(create.error)}
          </Notice>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            Add hardship
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
