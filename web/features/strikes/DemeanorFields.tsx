import type { DemeanorWitness } from '#contract/strikes/data.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type DemeanorFieldsProps = { demeanor: DemeanorWitness | null; onChange: (demeanor: DemeanorWitness) => void }

const nobody: DemeanorWitness = { observer: '', timecode: null, secondObserver: '', courtConfirmed: false }

/** A demeanor that one person saw is a reason courts distrust: who saw it, and who else. */
export function DemeanorFields({ demeanor, onChange }: DemeanorFieldsProps) {
  const witness = demeanor ?? nobody
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-3">
      <legend className="px-1 font-medium">Demeanor observed</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Observed by"
          value={witness.observer}
          onChange={(event) => onChange({ ...witness, observer: event.target.value })}
        />
        <TextField
          label="Also seen by"
          value={witness.secondObserver}
          onChange={(event) => onChange({ ...witness, secondObserver: event.target.value })}
        />
      </div>
      <Checkbox
        label="The court confirmed it on the record"
        checked={witness.courtConfirmed}
        onChange={(event) => onChange({ ...witness, courtConfirmed: event.target.checked })}
      />
    </fieldset>
  )
}
