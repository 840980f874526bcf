import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type CaseDetail, deleteCase, moveCase, restoreCase } from '#contract/cases/cases.ts'
import type { CaseStatus } from '#contract/cases/data.ts'
import { type CaseStep, getStepsFrom } from '#contract/cases/states.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError, toFieldError } from '#web/platform/apiError.ts'
import { useRestoreTime } from '#web/platform/session.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, ConfirmDialog, Menu, type MenuItem, Dialog, DialogActions, TextArea } from '#web/ui/kit.ts'

type StatusActionsProps = { found: CaseDetail; onGone: () => void }

const movedTitles: Record<CaseStatus, string> = {
  draft: 'Case moved to draft',
  active: 'Case activated',
  in_selection: 'Selection started',
  jury_seated: 'Jury sworn',
  closed: 'Case closed',
  archived: 'Case archived',
}

export function StatusActions({ found, onGone }: StatusActionsProps) {
  const { id: caseId, may } = found
  const [asked, setAsked] = useState<CaseStep | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const move = useCommand(moveCase)
  const restore = useCommand(restoreCase)
  const remove = useCommand(deleteCase)
  const restoreTime = useRestoreTime()
  const failed = (error: unknown) =>
    toast({ title: 'Couldn’t update case', description: describeError(error), variant: 'destructive' })

  function restoreThisCase() {
    restore.mutate(
      { params: { caseId }, input: {} },
      { onSuccess: () => toast({ title: 'Case restored' }), onError: failed },
    )
  }
  function startMove(step: CaseStep) {
    if (step.asks === 'reason' || step.asks === 'outcome') return setAsked(step)
    move.mutate(
      { params: { caseId }, input: { to: step.to } },
      {
        onError: failed,
        onSuccess: () =>
          toast({
            title: movedTitles[step.to],
            ...(step.to === 'archived' && {
              action: { label: 'Undo', altText: 'Restore from archive', onAction: restoreThisCase },
            }),
          }),
      },
    )
  }

  const items: MenuItem[] = getStepsFrom(found.status)
    .filter((step) => may[step.action])
    .map((step) => ({ label: step.label, onSelect: () => startMove(step) }))
  if (found.status === 'archived' && may.archive)
    items.push({ label: 'Restore from archive', onSelect: restoreThisCase })
  if (may.remove) {
    items.push({ label: 'Delete case', danger: true, separated: items.length > 0, onSelect: () => setDeleting(true) })
  }
  if (items.length === 0) return null
  return (
    <>
      <Menu
        trigger={
          <Button busy={move.isPending || restore.isPending}>
            Status <ChevronDown className="size-4" aria-hidden="true" />
          </Button>
        }
        items={items}
      />
      {asked && <MoveDialog caseId={caseId} step={asked} onClose={() => setAsked(null)} />}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete ${found.title}?`}
        description={
          restoreTime === null
            ? 'The case, its sessions, and its videos disappear immediately and can’t be restored.'
            : `The case, its sessions, and its videos disappear immediately. An administrator can restore them for ${restoreTime}. Then they’re permanently deleted.`
        }
        confirmLabel="Delete case"
        danger
        busy={remove.isPending}
        error={remove.error && describeError(remove.error)}
        onConfirm={() =>
          remove.mutate(
            { params: { caseId }, input: {} },
            {
              onSuccess: () => {
                setDeleting(false)
                toast({
                  title: 'Case deleted',
                  description: found.title,
                  ...(restoreTime !== null && {
                    action: { label: 'Undo', altText: 'Restore case', onAction: restoreThisCase },
                  }),
                })
                onGone()
              },
            },
          )
        }
      />
    </>
  )
}

function MoveDialog({ caseId, step, onClose }: { caseId: string; step: CaseStep; onClose: () => void }) {
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
          hint={asksOutcome ? 'For example, a verdict, settlement, or dismissal.' : 'Recorded in the case activity.'}
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
