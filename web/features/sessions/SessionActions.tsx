import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import {
  deleteSession,
  lockSession,
  restoreSession,
  type Session,
  setSessionStatus,
  unlockSession,
  readSession,
  updateSession,
} from '#contract/sessions/sessions.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError, toFieldError, ApiError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { useRestoreTime } from '#web/platform/session.ts'
import { toast, toastOnError } from '#web/platform/toast.ts'
import { Button, ConfirmDialog, Dialog, DialogActions, Menu, type MenuItem, TextField, Conflict } from '#web/ui/kit.ts'
import { LayoutEditor } from './LayoutEditor.tsx'
import { toDraft, toInput, type SessionDraft, SessionFields } from './SessionFields.tsx'
import { typeLabels, formatWhen } from './sessionLabels.ts'

const nextSteps: Partial<Record<Session['status'], { status: 'in_review' | 'reviewed'; label: string }>> = {
  scheduled: { status: 'in_review', label: 'Start review' },
  ready_for_review: { status: 'in_review', label: 'Start review' },
  in_review: { status: 'reviewed', label: 'Mark as reviewed' },
  reviewed: { status: 'in_review', label: 'Reopen review' },
}

export function SessionActions({ session }: { session: Session }) {
  const [asks, setAsks] = useState<'edit' | 'unlock' | 'delete' | null>(null)
  const navigate = useNavigate()
  const status = useCommand(setSessionStatus)
  const lock = useCommand(lockSession)
  const remove = useCommand(deleteSession)
  const restore = useCommand(restoreSession)
  const restoreTime = useRestoreTime()
  const params = { sessionId: session.id }
  const close = () => setAsks(null)

  function handleDelete() {
    remove.mutate(
      { params, input: {} },
      {
        onSuccess: () => {
          close()
          void navigate({ to: '/cases/$caseId', params: { caseId: session.caseId }, search: { tab: 'sessions' } })
          toast({
            title: 'Session deleted',
            description: `${restoreTime === null ? '' : `You can restore ${session.name} for ${restoreTime}. `}Its videos stay in the case.`,
            ...(restoreTime !== null && {
              action: {
                label: 'Undo',
                altText: 'Restore session',
                onAction: () => restore.mutate({ params, input: {} }, toastOnError('Couldn’t restore session')),
              },
            }),
          })
        },
      },
    )
  }
  const next = nextSteps[session.status]
  const items: MenuItem[] = [
    ...(session.may.edit && next
      ? [
          {
            label: next.label,
            onSelect: () =>
              status.mutate({ params, input: { status: next.status } }, toastOnError('Couldn’t update session')),
          },
        ]
      : []),
    ...(session.may.edit
      ? [{ label: 'Lock', onSelect: () => lock.mutate({ params, input: {} }, toastOnError('Couldn’t lock session')) }]
      : []),
    ...(session.may.unlock ? [{ label: 'Unlock…', onSelect: () => setAsks('unlock') }] : []),
    ...(session.may.edit
      ? [{ label: 'Delete…', danger: true, separated: true, onSelect: () => setAsks('delete') }]
      : []),
  ]
  return (
    <>
      {session.may.edit && <Button onClick={() => setAsks('edit')}>Edit</Button>}
      {items.length > 0 && (
        <Menu trigger={<Button icon={<Ellipsis className="size-4" />}>More</Button>} items={items} />
      )}
      <EditSessionDialog session={session} open={asks === 'edit'} onClose={close} />
      <UnlockDialog session={session} open={asks === 'unlock'} onClose={close} />
      <ConfirmDialog
        open={asks === 'delete'}
        onOpenChange={(open) => !open && close()}
        title={`Delete ${session.name}?`}
        description={`${restoreTime === null ? 'You can’t restore it.' : `You can restore it for ${restoreTime}.`} Its videos stay in the case.`}
        confirmLabel="Delete session"
        danger
        busy={remove.isPending}
        error={remove.error ? describeError(remove.error) : null}
        onConfirm={handleDelete}
      />
    </>
  )
}

function UnlockDialog({ session, open, onClose }: { session: Session; open: boolean; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const unlock = useCommand(unlockSession)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Unlock ${session.name}`}
      description="The reason is recorded in the audit trail."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          unlock.mutate({ params: { sessionId: session.id }, input: { reason } }, { onSuccess: onClose })
        }}
      >
        <TextField
          label="Reason"
          required
          value={reason}
          error={toFieldError(unlock.error)}
          onChange={(event) => setReason(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={unlock.isPending}>
            Unlock
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type EditSessionDialogProps = { session: Session; open: boolean; onClose: () => void }

function EditSessionDialog({ session, open, onClose }: EditSessionDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Edit session" wide>
      <Form session={session} onClose={onClose} />
    </Dialog>
  )
}

function Form({ session, onClose }: { session: Session; onClose: () => void }) {
  const [version, setVersion] = useState(session.version)
  const [draft, setDraft] = useState<SessionDraft>(toDraft(session))
  const [layout, setLayout] = useState(session.seatingLayout)
  const [theirs, setTheirs] = useState<Session | null>(null)
  const update = useCommand(updateSession)
  const params = { sessionId: session.id }

  async function send() {
    try {
      await update.mutateAsync({ params, input: { ...toInput(draft), version, seatingLayout: layout } })
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict')
        setTheirs(await call(readSession, { params, input: {} }).catch(() => null))
    }
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {theirs && (
        <Conflict
          by={theirs.updatedByName}
          thing="session"
          mine={summarize(draft)}
          theirs={summarize(toDraft(theirs))}
          onKeepMine={() => {
            setVersion(theirs.version)
            setTheirs(null)
            update.reset()
          }}
          onTakeTheirs={() => {
            setVersion(theirs.version)
            setDraft(toDraft(theirs))
            setLayout(theirs.seatingLayout)
            setTheirs(null)
            update.reset()
          }}
        />
      )}
      <SessionFields
        draft={draft}
        onChange={setDraft}
        errors={update.error instanceof ApiError ? update.error.fields : {}}
      />
      <LayoutEditor layout={layout} onChange={setLayout} />
      <Failure of={theirs ? null : update.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={update.isPending} disabled={theirs !== null}>
          Save changes
        </Button>
      </DialogActions>
    </form>
  )
}

const summarize = (draft: SessionDraft): string[] => [
  draft.name,
  typeLabels[draft.type],
  formatWhen({ date: draft.date || null, startTime: draft.startTime || null, endTime: draft.endTime || null }),
  draft.panelName,
  draft.notes,
]
