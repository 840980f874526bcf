import { useState } from 'react'
import { createCorrection, listCorrections, listOriginalTurns, undoCorrection } from '#contract/corrections.ts'
import type { Turn } from '#contract/transcript.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { sentenceOf } from '#web/platform/apiError.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextArea } from '#web/ui/TextField.tsx'
import { changeOf } from './change.ts'

type CorrectDialogProps = { videoId: string; turn: Turn; name: string | null; onClose: () => void }

/** Corrects what one speaker said without a break. The recognised words are kept and every correction can be undone. */
export function CorrectDialog({ videoId, turn, name, onClose }: CorrectDialogProps) {
  const [text, setText] = useState(turn.text)
  const [seen, setSeen] = useState(turn.text)
  const [fault, setFault] = useState<string | null>(null)
  const history = useRead(listCorrections, { params: { videoId }, input: { turn: turn.index } })
  const originals = useRead(listOriginalTurns, { params: { videoId }, input: {} })
  const create = useCommand(createCorrection)
  const undo = useCommand(undoCorrection)
  const original = originals.data?.find((each) => each.index === turn.index)?.text ?? turn.text
  const live = history.data?.filter((each) => each.state === 'live') ?? []
  const onError = (error: Error) => setFault(sentenceOf(error))

  function save() {
    const change = changeOf(original, live, text)
    if (!change) return onClose()
    create.mutate({ params: { videoId }, input: { turn: turn.index, ...change } }, { onSuccess: onClose, onError })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Correct ${name ?? 'these words'}`} wide>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextArea label="Words" rows={5} value={text} onChange={(event) => setText(event.target.value)} />
        {turn.text !== seen && (
          <Notice tone="warning" alert>
            <p>{`Somebody else changed these words meanwhile. They read now: “${turn.text}”`}</p>
            <Button
              className="mt-2"
              onClick={() => {
                setSeen(turn.text)
                setText(turn.text)
              }}
            >
              Take theirs
            </Button>
          </Notice>
        )}
        {fault && (
          <Notice tone="danger" alert>
            {fault}
          </Notice>
        )}
        {live.length > 0 && (
          <ul aria-label="Corrections of these words" className="grid gap-2 text-sm">
            {live.map((each) => (
              <li key={each.id} className="flex flex-wrap items-center gap-2 border-t border-line pt-2">
                <span className="break-words">{`“${each.originalText}” → “${each.newText}”`}</span>
                <span className="text-ink-3">{`${each.by}, ${formatDateTime(each.at)}`}</span>
                <Button
                  className="ml-auto"
                  busy={undo.isPending}
                  onClick={() =>
                    undo.mutate({ params: { videoId, id: each.id }, input: {} }, { onSuccess: onClose, onError })
                  }
                >
                  Undo
                </Button>
              </li>
            ))}
          </ul>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={create.isPending}
            disabled={history.data === undefined || originals.data === undefined}
          >
            Save correction
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
