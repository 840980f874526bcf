import { exportLimits } from '#contract/exports/exports.ts'
import { severities } from '#contract/findings/findings.ts'
import { highlightTypes } from '#contract/highlights/highlights.ts'
import { highlightTypeWords, severityWords } from '#contract/highlights/words.ts'
import { Checkbox, TextField } from '#web/ui/kit.ts'
import { type Draft, hasControl } from './plan.ts'

type FilterFieldsProps = { draft: Draft; error: string | undefined; onChange: (change: Partial<Draft>) => void }

/** Which highlights go in. Nothing chosen is no filter. */
export function FilterFields({ draft, error, onChange }: FilterFieldsProps) {
  // Who picked them one by one has chosen already.
  if (draft.picked !== null && hasControl(draft, 'highlights')) return null
  return (
    <>
      {hasControl(draft, 'types') && (
        <Choices
          legend="Types of highlights"
          values={highlightTypes}
          words={highlightTypeWords}
          chosen={draft.types}
          onChange={(types) => onChange({ types })}
        />
      )}
      {hasControl(draft, 'severities') && (
        <Choices
          legend="Severities"
          values={severities}
          words={severityWords}
          chosen={draft.severities}
          onChange={(chosen) => onChange({ severities: chosen })}
        />
      )}
      {hasControl(draft, 'jurors') && draft.scope.kind !== 'juror' && (
        <TextField
          label="Jurors"
          required={false}
          value={draft.jurors}
          hint={`Numbers, as in 3, 12; empty is every juror. At most ${exportLimits.jurors}.`}
          error={error}
          onChange={(event) => onChange({ jurors: event.target.value })}
        />
      )}
    </>
  )
}

type ChoicesProps<T extends string> = {
  legend: string
  values: readonly T[]
  words: Record<T, string>
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

function Choices<T extends string>({ legend, values, words, chosen, onChange }: ChoicesProps<T>) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">
        {legend}
        <span className="font-normal text-ink-3">{chosen.length === 0 ? ' (all)' : ` (${chosen.length} chosen)`}</span>
      </legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {values.map((value) => (
          <Checkbox
            key={value}
            label={words[value]}
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(values.filter((each) => (each === value ? event.target.checked : chosen.includes(each))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
