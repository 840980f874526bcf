import { useState } from 'react'
import { addStrikeNote, readStrike } from '#contract/strikes/strikes.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { toFieldError } from '#web/platform/apiError.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { newId } from '#web/platform/newId.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { PlaceLink } from './PlaceLink.tsx'
import { eventWords } from './strikeWords.ts'

/** Every step, which nobody can change, and the notes. */
export function StrikeHistory({ strikeId }: { strikeId: string }) {
  const detail = useRead(readStrike, { params: { strikeId }, input: {} })
  const note = useCommand(addStrikeNote)
  const [text, setText] = useState('')
  return (
    <Loaded query={detail} skeleton={<Skeleton className="h-24" />}>
      {({ events, notes, sessionId }) => (
        <div className="grid gap-3 border-t border-line pt-3">
          <ol className="grid gap-1 text-sm" aria-label="History">
            {events.map((event) => (
              <li key={event.id}>
                <time dateTime={event.at} className="tabular text-ink-3">
                  {formatDateTime(event.at)}
                </time>{' '}
                {`${event.by} ${eventWords[event.kind]}`}
                {event.text && `: “${event.text}”`}
                {event.place && (
                  <>
                    {' · '}
                    <PlaceLink sessionId={sessionId} place={event.place} />
                  </>
                )}
              </li>
            ))}
          </ol>
          {notes.length > 0 && (
            <ul className="grid gap-1 text-sm" aria-label="Notes">
              {notes.map((each) => (
                <li key={each.id}>
                  <span className="font-medium">{each.by}: </span>
                  {each.text} <span className="text-ink-3">{formatDateTime(each.at)}</span>
                </li>
              ))}
            </ul>
          )}
          <form
            className="flex flex-wrap items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              note.mutate({ params: { strikeId }, input: { eventId: newId(), text } }, { onSuccess: () => setText('') })
            }}
          >
            <div className="min-w-0 flex-1">
              <TextField
                label="Note"
                value={text}
                error={toFieldError(note.error)}
                onChange={(event) => setText(event.target.value)}
              />
            </div>
            <Button type="submit" busy={note.isPending}>
              Add note
            </Button>
          </form>
        </div>
      )}
    </Loaded>
  )
}
