import { useState } from 'react'
import { readSession, type Session, updateSession } from '#contract/sessions/sessions.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Button, Conflict, Dialog, DialogActions } from '#web/ui/kit.ts'
import { LayoutEditor } from './LayoutEditor.tsx'
import { toDraft, toInput, type SessionDraft, SessionFields } from './SessionFields.tsx'
import { typeWords, formatWhen } from './sessionWords.ts'

type EditSessionDialogProps = { session: Session; open: boolean; onClose: () => void }

export function EditSessionDialog({ session, open, onClose }: EditSessionDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Edit Session" wide>
      <Form session={session} onClose={onClose} />
    </Dialog>
  )
}

/** Keeps the version it began with: what a teammate saves meanwhile is shown beside this copy, and nothing is lost. */
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
        // Where it cannot be read either, the refusal is what can be said.
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
          mine={splitLines(draft)}
          theirs={splitLines(toDraft(theirs))}
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

const splitLines = (draft: SessionDraft): string[] => [
  draft.name,
  typeWords[draft.type],
  formatWhen({ date: draft.date || null, startTime: draft.startTime || null, endTime: draft.endTime || null }),
  draft.panelName,
  draft.notes,
]
