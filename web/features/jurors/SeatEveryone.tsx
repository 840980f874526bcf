import { useState } from 'react'
import { arrangeSeats, fillSeats, type SeatedJuror } from '#contract/jurors/seats.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, Dialog, DialogActions, Notice, TextArea } from '#web/ui/kit.ts'
import { readStrikeSheet, type StrikeSheetReading } from './strikeSheet.ts'

type SeatEveryoneProps = {
  sessionId: string
  jurors: readonly { id: string; number: string; seat: number | null }[]
  seats: number
}

export function SeatEveryone({ sessionId, jurors, seats }: SeatEveryoneProps) {
  const [opened, setOpened] = useState<SeatedJuror[] | null>(null)
  const fill = useCommand(fillSeats)
  const arrange = useCommand(arrangeSeats)
  const params = { sessionId }
  const before = jurors.flatMap(({ id, seat }) => (seat === null ? [] : [{ jurorId: id, seat }]))
  const hasRoom = before.length < seats && before.length < jurors.length
  const onError = (error: unknown) =>
    void toast({ title: 'Couldn’t seat jurors', description: describeError(error), variant: 'destructive' })
  const announce = (replaced: SeatedJuror[], after: SeatedJuror[]) =>
    void toast({
      title: 'Jurors seated',
      description: `${after.length} of ${seats} seats are taken.`,
      action: {
        label: 'Undo',
        altText: 'Restore the previous seating',
        onAction: () => arrange.mutate({ params, input: { places: replaced, replaces: after } }, { onError }),
      },
    })
  return (
    <>
      <Button
        busy={fill.isPending}
        disabled={!hasRoom}
        onClick={() => fill.mutate({ params, input: {} }, { onSuccess: (after) => announce(before, after), onError })}
      >
        Seat in call order
      </Button>
      <Button onClick={() => setOpened(before)}>Paste strike sheet</Button>
      <Dialog
        open={opened !== null}
        onOpenChange={() => setOpened(null)}
        title="Paste strike sheet"
        description="One juror per line, as “seat, juror” or in seat order. Replaces the current seating."
      >
        <SheetForm
          numbers={new Map(jurors.map(({ id, number }) => [id, number]))}
          hasChanged={opened !== null && !isSameSeating(opened, before)}
          read={(text) => readStrikeSheet(text, jurors, seats)}
          isBusy={arrange.isPending}
          onCancel={() => setOpened(null)}
          onSeat={(places) =>
            arrange.mutate(
              { params, input: { places, replaces: before } },
              {
                onSuccess: (after) => {
                  setOpened(null)
                  announce(before, after)
                },
                onError,
              },
            )
          }
        />
      </Dialog>
    </>
  )
}

const isSameSeating = (one: readonly SeatedJuror[], other: readonly SeatedJuror[]): boolean =>
  one.length === other.length &&
  one.every(({ jurorId, seat }) => other.some((each) => each.jurorId === jurorId && each.seat === seat))

type SheetFormProps = {
  hasChanged: boolean
  numbers: ReadonlyMap<string, string>
  read: (text: string) => StrikeSheetReading
  isBusy: boolean
  onCancel: () => void
  onSeat: (places: SeatedJuror[]) => void
}

function SheetForm({ hasChanged, numbers, read, isBusy, onCancel, onSeat }: SheetFormProps) {
  const [text, setText] = useState('')
  const { places, unknown, repeated, outside } = read(text)
  const faults = [
    { lines: unknown, words: 'Not on the panel' },
    { lines: repeated, words: 'Juror or seat already used' },
    { lines: outside, words: 'No such seat' },
  ].filter(({ lines }) => lines.length > 0)
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSeat(places)
      }}
    >
      <TextArea
        label="Strike sheet"
        rows={10}
        value={text}
        placeholder={'1\t18\n2\t24\n3\t31'}
        onChange={(event) => setText(event.target.value)}
      />
      {hasChanged && <Notice tone="warning">The seating changed after you opened this.</Notice>}
      {places.length > 0 && (
        <p className="max-h-32 overflow-y-auto text-sm text-ink-2">
          {places.map(({ seat, jurorId }) => `Seat ${seat}: juror ${numbers.get(jurorId) ?? ''}`).join(' · ')}
        </p>
      )}
      {faults.map(({ lines, words }) => (
        <Notice key={words} tone="warning">{`${words}: ${lines.join(' · ')}`}</Notice>
      ))}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy} disabled={places.length === 0}>
          {places.length === 1 ? 'Seat 1 juror' : `Seat ${places.length} jurors`}
        </Button>
      </DialogActions>
    </form>
  )
}
