import { useState } from 'react'
import { remaining } from '#law/selection/budget.ts'
import type { SelectionState } from '#contract/strikes/selection.ts'
import type { BoardJuror } from '#contract/strikes/board.ts'
import { strikeRemedies } from '#contract/strikes/data.ts'
import { Checkbox, Notice, Select, TextField } from '#web/ui/kit.ts'
import { type Choice, findDefendants, type Details, objectionsTo, usualDefendant } from './choices.ts'
import { LeaveField } from './LeaveField.tsx'
import { LargeButton } from './LargeButton.tsx'

type ConfirmChoiceProps = {
  juror: BoardJuror
  choice: Choice
  state: SelectionState | null
  onBack: () => void
  onConfirm: (details: Details) => void
}

const remedyWords = { juror_seated: 'The juror is seated', new_panel: 'A new panel', other: 'Other' } as const

/** The wrong-juror guard: number, seat and words, what speaks against it, and what the record still asks for. */
export function ConfirmChoice({ juror, choice, state, onBack, onConfirm }: ConfirmChoiceProps) {
  const [details, setDetails] = useState<Details>(() => ({
    defendant: usualDefendant(choice, state),
    courtAllowed: '',
    judgeWords: '',
    remedy: null,
    remedyRestored: false,
  }))
  const change = (patch: Partial<Details>) => setDetails({ ...details, ...patch })
  const { sentences, needsLeave } = objectionsTo(choice, juror.id, state, details.defendant)
  const isDisallowed = choice.kind === 'rule' && choice.ruling === 'disallowed'
  const isReady = (!needsLeave || details.courtAllowed.trim() !== '') && (!isDisallowed || details.remedy !== null)
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onConfirm({ ...details, courtAllowed: needsLeave ? details.courtAllowed.trim() : '' })
      }}
    >
      <p className="tabular text-center text-3xl font-bold">{juror.number}</p>
      <p className="text-center text-xl">{juror.seat === null ? 'Without a seat' : `Seat ${juror.seat}`}</p>
      {juror.quote ? (
        <blockquote className="border-l-2 border-line-strong pl-3 break-words">“{juror.quote}”</blockquote>
      ) : (
        <p className="text-center text-ink-2">No confirmed words of this juror.</p>
      )}
      <DefendantChoice
        choice={choice}
        state={state}
        value={details.defendant}
        onChange={(defendant) => change({ defendant })}
      />
      {sentences.length > 0 && (
        <Notice tone="warning">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {needsLeave && <LeaveField value={details.courtAllowed} onChange={(courtAllowed) => change({ courtAllowed })} />}
      {isDisallowed && (
        <>
          <Select
            label="Remedy"
            value={details.remedy ?? ''}
            placeholder="What the court ordered"
            options={strikeRemedies.map((value) => ({ value, label: remedyWords[value] }))}
            onChange={(event) => change({ remedy: strikeRemedies.find((each) => each === event.target.value) ?? null })}
            required
          />
          <Checkbox
            label="The court gave the challenge back"
            checked={details.remedyRestored}
            onChange={(event) => change({ remedyRestored: event.target.checked })}
          />
        </>
      )}
      {choice.kind === 'rule' && (
        <TextField
          label="The judge’s words"
          value={details.judgeWords}
          onChange={(event) => change({ judgeWords: event.target.value })}
        />
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        <LargeButton onClick={onBack}>Back</LargeButton>
        <LargeButton type="submit" variant="primary" disabled={!isReady}>
          {`Yes, juror ${juror.number}`}
        </LargeButton>
      </div>
    </form>
  )
}

type DefendantChoiceProps = Pick<ConfirmChoiceProps, 'choice' | 'state'> & {
  value: string | null
  onChange: (value: string | null) => void
}

/** Where each defendant has challenges of their own: who uses this one, with what each has left. */
function DefendantChoice({ choice, state, value, onChange }: DefendantChoiceProps) {
  const side = findDefendants(choice, state)
  if (!state || side === null) return null
  const { joint, defendants } = remaining(state, side)
  return (
    <Select
      label="Used by"
      value={value ?? ''}
      options={[
        { value: '', label: `All defendants jointly, ${joint ?? 0} left` },
        ...defendants.map(({ defendant, left }) => ({ value: defendant, label: `${defendant} alone, ${left} left` })),
      ]}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}
