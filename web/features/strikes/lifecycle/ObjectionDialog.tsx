import { useState } from 'react'
import type { SideNames } from '#contract/cases/sides.ts'
import { objectionBases, primaFacies, type StrikeObjection, strikeSides } from '#contract/strikes/data.ts'
import { recordObjection, type Strike } from '#contract/strikes/strikes.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Button, Dialog, DialogActions, Select, TextArea } from '#web/ui/kit.ts'
import { objectionLabels, primaFacieLabels, describeErrors } from '../strikeLabels.ts'

type ObjectionDialogProps = { strike: Strike | null; sides: SideNames; onClose: () => void }

export function ObjectionDialog({ strike, sides, onClose }: ObjectionDialogProps) {
  if (!strike) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Objection: juror ${strike.jurorNumber}`}
      description="Record each step as the court takes it up. Record the ruling separately."
    >
      <ObjectionForm strike={strike} sides={sides} onClose={onClose} />
    </Dialog>
  )
}

function ObjectionForm({ strike, sides, onClose }: ObjectionDialogProps & { strike: Strike }) {
  const command = useCommand(recordObjection)
  const [objection, setObjection] = useState<StrikeObjection>(
    strike.objection ?? {
      by: strike.madeBy === 'us' ? 'opposing' : 'us',
      basis: 'batson',
      primaFacie: 'not_ruled',
      reasonsStated: '',
      reply: '',
      finding: '',
    },
  )
  const change = (patch: Partial<StrikeObjection>) => setObjection({ ...objection, ...patch })
  const send = (next: StrikeObjection | null) =>
    command.mutate(
      { params: { strikeId: strike.id }, input: { version: strike.version, objection: next } },
      { onSuccess: onClose },
    )
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        send(objection)
      }}
    >
      <Failure of={command.error && describeErrors(command.error)} />
      <Select
        label="Made by"
        value={objection.by}
        options={strikeSides.map((value) => ({ value, label: sides[value] }))}
        onChange={(event) => change({ by: strikeSides.find((each) => each === event.target.value) ?? 'opposing' })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Basis"
          value={objection.basis}
          options={objectionBases.map((value) => ({ value, label: objectionLabels[value] }))}
          onChange={(event) =>
            change({ basis: objectionBases.find((each) => each === event.target.value) ?? 'batson' })
          }
        />
        <Select
          label="Prima facie"
          value={objection.primaFacie}
          options={primaFacies.map((value) => ({ value, label: primaFacieLabels[value] }))}
          onChange={(event) =>
            change({ primaFacie: primaFacies.find((each) => each === event.target.value) ?? 'not_ruled' })
          }
        />
      </div>
      <TextArea
        label="Reasons stated on the record"
        value={objection.reasonsStated}
        onChange={(event) => change({ reasonsStated: event.target.value })}
      />
      <TextArea label="Reply" value={objection.reply} onChange={(event) => change({ reply: event.target.value })} />
      <TextArea
        label="Court’s finding"
        value={objection.finding}
        onChange={(event) => change({ finding: event.target.value })}
      />
      <DialogActions>
        {strike.objection && (
          <Button variant="quiet" onClick={() => send(null)}>
            Remove objection
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={command.isPending}>
          Record objection
        </Button>
      </DialogActions>
    </form>
  )
}
