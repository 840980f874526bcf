import type { SelectionState } from '#contract/strikes/selection.ts'
import { Notice, TextField } from '#web/ui/kit.ts'
import { type StrikeAttempt, findStrikeProblems } from './selection.ts'

type OrderNoticeProps = {
  state: SelectionState | null
  strike: StrikeAttempt
  value: string
  onChange: (courtAllowed: string) => void
}

export function OrderNotice({ state, strike, value, onChange }: OrderNoticeProps) {
  const { sentences, needsLeave } = findStrikeProblems(state, strike)
  if (sentences.length === 0) return null
  return (
    <>
      <Notice tone="warning">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      {needsLeave && (
        <TextField
          label="Why the court allowed it"
          hint="Required to strike out of order. Saved with the strike and in the audit trail."
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </>
  )
}
