import { useState } from 'react'
import { arrangeSeats, fillSeats, type SeatedJuror } from '#contract/jurors/seats.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, Dialog, DialogActions, Notice, TextArea } from '#web/ui/kit.ts'
import { readStrikeSheet, type StrikeSheetReading } from './strikeSheet.ts'

type SeatEveryoneProps = {
  sessionId: string
  /** Jurors who can be seated, with their current seat in this session. */
  jurors: readonly { id: string; number: string; seat: number | null }[]
  seats: number
}

export function SeatEveryone({ sessionId, jurors, seats }: SeatEveryoneProps) {
  const [isPasting, setPasting] = useState(false)
  const fill = useCommand(fillSeats)
  const arrange = useCommand(arrangeSeats)
  const params = { sessionId }
  const before = jurors.flatMap(({ id, seat }) => (seat === null ? [] : [{ jurorId: id, seat }]))
  const hasRoom = before.length < seats && before.length < jurors.length
  const onError = (error: unknown) =>
    void toast({ title: 'Not Seated', description: describeError(error), variant: 'destructive' })
  const announce = (after: readonly SeatedJuror[]) =>
    void toast({
      title: 'Jurors Seated',
      description: `${after.length} of ${seats} seats are taken.`,
      action: {
        label: 'Undo',
        altText: 'Restore the previous seating',
        onAction: () => arrange.mutate({ params, input: { places: before } }, { onError }),
      },
    })
  return (
    <>
      <Button
        busy={fill.isPending}
        disabled={!hasRoom}
        onClick={() => fill.mutate({ params, input: {} }, { onSuccess: announce, onError })}
      >
        Seat in call order
      </Button>
      <Button onClick={() => setPasting(true)}>Paste strike sheet</Button>
      <Dialog
        open={isPasting}
        onOpenChange={setPasting}
        title="Paste Strike Sheet"
        description="One juror per line, as “seat, juror” or in seat order. Replaces the current seating."
      >
        <SheetForm
          read={(text) => readStrikeSheet(text, jurors, seats)}
          isBusy={arrange.isPending}
          onCancel={() => setPasting(false)}
          onSeat={(places) =>
            arrange.mutate(
              { params, input: { places } },
              {
                onSuccess: (after) => {
                  setPasting(false)
                  announce(after)
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

type SheetFormProps = {
  read: (text: string) => StrikeSheetReading
  isBusy: boolean
  onCancel: () => void
  onSeat: (places: SeatedJuror[]) => void
}

function SheetForm({ read, isBusy, onCancel, onSeat }: SheetFormProps) {
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
