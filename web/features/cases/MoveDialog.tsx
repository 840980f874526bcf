import { useState } from 'react'
import type { CaseStep } from '#contract/cases/states.ts'
import { moveCase } from '#contract/cases/cases.ts'
import { useCommand } from '#web/platform/api.ts'
import { toFieldError } from '#web/platform/apiError.ts'
import { Button, Dialog, DialogActions, TextArea } from '#web/ui/kit.ts'

/** Asks for what a step takes: the outcome of a closed case, the reason of a step back. */
export function MoveDialog({ caseId, step, onClose }: { caseId: string; step: CaseStep; onClose: () => void }) {
  const [text, setText] = useState('')
  const move = useCommand(moveCase)
  const asksOutcome = step.asks === 'outcome'
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={step.label}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const input = { to: step.to, ...(asksOutcome ? { outcome: text } : { reason: text }) }
          move.mutate({ params: { caseId }, input }, { onSuccess: onClose })
        }}
      >
        <TextArea
          label={asksOutcome ? 'Outcome' : 'Reason'}
          rows={3}
          hint={asksOutcome ? 'The verdict, a settlement, a dismissal.' : 'It is kept in the activity of the case.'}
          value={text}
          error={toFieldError(move.error)}
          onChange={(event) => setText(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={move.isPending}>
            {step.label}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
