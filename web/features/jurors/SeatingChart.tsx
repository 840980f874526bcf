import {
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ReactNode, useEffect, useState } from 'react'
import { listSeats, moveSeat } from '#contract/jurors/seats.ts'
import { type JurorSummary, liveJurorStatuses } from '#contract/jurors/jurors.ts'
import { countSeats, seatNumbers } from '#contract/sessions/seating.ts'
import { readSession, type Session } from '#contract/sessions/sessions.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, cx, layOutSeats, ReadNotice, ScrollArea, seatWidth, Skeleton } from '#web/ui/kit.ts'
import { formatLean } from './jurorLabels.ts'
import { SeatEveryone } from './SeatEveryone.tsx'

const dragAfterPx = 6
const holdMs = 250
const benchId = 'bench'
type SeatingChartProps = { sessionId: string; jurors: readonly JurorSummary[]; mayMove: boolean }

export function SeatingChart({ sessionId, ...rest }: SeatingChartProps) {
  const session = useRead(readSession, { params: { sessionId }, input: {} })
  return (
    <Loaded query={session} skeleton={<Skeleton className="h-64" />}>
      {(found) => <Chart session={found} {...rest} />}
    </Loaded>
  )
}

type ChartProps = { session: Session; jurors: readonly JurorSummary[]; mayMove: boolean }

function Chart({ session, jurors, mayMove }: ChartProps) {
  const params = { sessionId: session.id }
  const seats = useRead(listSeats, { params, input: {} })
  const areKnown = seats.data !== undefined
  const takenSeats = seats.data ?? []
  const move = useCommand(moveSeat)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: dragAfterPx } }),
    useSensor(TouchSensor, { activationConstraint: { delay: holdMs, tolerance: dragAfterPx } }),
  )
  const isOpen = mayMove && session.may.edit
  const byId = new Map(jurors.map((juror) => [juror.id, juror]))
  const atSeat = new Map(takenSeats.map(({ seat, jurorId }) => [seat, byId.get(jurorId)]))
  const rows = seatNumbers(session.seatingLayout)
  const seatById = new Map(takenSeats.map(({ seat, jurorId }) => [jurorId, seat]))
  const seated = jurors.filter(({ id }) => seatById.has(id))
  const bench = jurors.filter((each) => !seatById.has(each.id) && liveJurorStatuses.includes(each.status))

  useEffect(() => {
    if (selectedId === null) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setSelectedId(null)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [selectedId])

  function moveJuror(jurorId: string, seat: number | null) {
    const number = byId.get(jurorId)?.jurorNumber ?? ''
    setSelectedId(null)
    move.mutate(
      { params, input: { jurorId, seat } },
      {
        onSuccess: () =>
          setAnnouncement(
            seat === null ? `Juror ${number} removed from the box.` : `Juror ${number} moved to seat ${seat}.`,
          ),
        onError: (error) =>
          void toast({ title: 'Couldn’t move juror', description: describeError(error), variant: 'destructive' }),
      },
    )
  }
  function handlePress(juror: JurorSummary) {
    if (selectedId === null) {
      setSelectedId(juror.id)
      setAnnouncement(`Juror ${juror.jurorNumber} selected. Choose a seat, or press Escape.`)
    } else if (selectedId === juror.id) setSelectedId(null)
    else {
      const seat = takenSeats.find((each) => each.jurorId === juror.id)?.seat
      if (seat === undefined) setSelectedId(juror.id)
      else moveJuror(selectedId, seat)
    }
  }
  function handleDragEnd({ active, over }: DragEndEvent) {
    if (!over) return
    const target = String(over.id)
    moveJuror(String(active.id), target === benchId ? null : Number(target))
  }
  return (
    <DndContext sensors={sensors} onDragEnd={handleDragEnd}>
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isOpen && (
          <div className="flex flex-wrap items-center gap-3">
            <p className="text-sm text-ink-2">Drag a juror to a seat, or select the juror and then the seat.</p>
            {areKnown && (
              <SeatEveryone
                sessionId={session.id}
                jurors={[...seated, ...bench].map(({ id, jurorNumber }) => ({
                  id,
                  number: jurorNumber,
                  seat: seatById.get(id) ?? null,
                }))}
                seats={countSeats(session.seatingLayout)}
              />
            )}
          </div>
        )}
        <ScrollArea label="Jury box" className="@container rounded-card border border-line bg-surface-2">
          {/* The grid is as wide as the widest row, so seats stay aligned while scrolling. */}
          <div className="grid auto-cols-auto gap-2 p-3" style={layOutSeats(rows)}>
            {rows
              .map((row, index) => ({ row, index }))
              .toReversed()
              .map(({ row, index }) => (
                <div key={index} className="mx-auto flex gap-2">
                  {row.map((seat, at) =>
                    seat === null ? (
                      // oxlint-disable-next-line react/no-array-index-key -- gaps have no ID
                      <div key={`gap-${at}`} className={cx(seatWidth, 'shrink-0')} />
                    ) : (
                      <Seat
                        key={seat}
                        seat={seat}
                        juror={atSeat.get(seat)}
                        isKnown={areKnown}
                        isOpen={isOpen}
                        selectedId={selectedId}
                        onPress={handlePress}
                        onPlace={() => selectedId !== null && moveJuror(selectedId, seat)}
                      />
                    ),
                  )}
                </div>
              ))}
            <p className="text-center text-sm text-ink-2">Counsel</p>
          </div>
        </ScrollArea>
        <Bench
          isOpen={isOpen}
          canDrop={selectedId !== null && seatById.has(selectedId)}
          onDrop={() => selectedId && moveJuror(selectedId, null)}
        >
          {areKnown &&
            bench.map((juror) => (
              <Chip
                key={juror.id}
                juror={juror}
                isOpen={isOpen}
                isSelected={selectedId === juror.id}
                onPress={handlePress}
              />
            ))}
          <div className="col-span-full empty:hidden">
            <ReadNotice of={seats} what="Seats" />
          </div>
          {areKnown && bench.length === 0 && (
            <p className="col-span-full text-sm text-ink-2">All eligible jurors are seated.</p>
          )}
        </Bench>
      </div>
    </DndContext>
  )
}

type SeatProps = {
  seat: number
  juror: JurorSummary | undefined
  isKnown: boolean
  isOpen: boolean
  selectedId: string | null
  onPress: (juror: JurorSummary) => void
  onPlace: () => void
}

function Seat({ seat, juror, isKnown, isOpen, selectedId, onPress, onPlace }: SeatProps) {
  const { setNodeRef, isOver } = useDroppable({ id: String(seat), disabled: !isOpen || !isKnown })
  return (
    <div
      ref={setNodeRef}
      className={cx(
        'relative grid h-20 shrink-0 rounded-control border p-1',
        seatWidth,
        isOver ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
      )}
    >
      <span className="tabular absolute top-1 left-1.5 text-xs text-ink-3" aria-hidden="true">
        {seat}
      </span>
      {juror ? (
        <Chip juror={juror} seat={seat} isOpen={isOpen} isSelected={selectedId === juror.id} onPress={onPress} />
      ) : (
        <button
          type="button"
          disabled={!isOpen || !isKnown || selectedId === null}
          aria-label={isKnown ? `Seat ${seat}, empty` : `Seat ${seat}`}
          onClick={onPlace}
          className="rounded-control text-sm text-ink-3 enabled:cursor-pointer enabled:text-accent-ink enabled:hover:bg-hover"
        >
          {selectedId === null ? '' : 'Place'}
        </button>
      )}
    </div>
  )
}

type ChipProps = {
  juror: JurorSummary
  seat?: number
  isOpen: boolean
  isSelected: boolean
  onPress: (juror: JurorSummary) => void
}

function Chip({ juror, seat, isOpen, isSelected, onPress }: ChipProps) {
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({ id: juror.id, disabled: !isOpen })
  const mean = juror.ratings?.mean ?? null
  const lean = mean === null ? '' : `, mean ${formatLean(mean)}`
  return (
    <button
      ref={setNodeRef}
      {...listeners}
      type="button"
      disabled={!isOpen}
      aria-pressed={isSelected}
      aria-label={`${seat === undefined ? '' : `Seat ${seat}, `}juror ${juror.jurorNumber}${lean}`}
      onClick={() => onPress(juror)}
      {...(transform && { style: { transform: `translate(${transform.x}px, ${transform.y}px)` } })}
      className={cx(
        'grid min-h-11 w-full content-center justify-items-center overflow-hidden rounded-control px-1 text-center',
        'disabled:cursor-default enabled:cursor-grab enabled:touch-manipulation enabled:select-none enabled:hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:outline-2 aria-pressed:outline-accent',
        seat === undefined && 'border border-line',
        isDragging && 'relative z-30 bg-surface shadow-floating',
      )}
    >
      <span className="tabular text-lg font-bold">{juror.jurorNumber}</span>
      <span className="max-w-full truncate text-xs text-ink-2">{juror.occupation}</span>
      {mean !== null && (
        <span className="tabular text-xs text-ink-2" aria-hidden="true">
          {formatLean(mean)}
        </span>
      )}
    </button>
  )
}

type BenchProps = { isOpen: boolean; canDrop: boolean; onDrop: () => void; children: ReactNode }

function Bench({ isOpen, canDrop, onDrop, children }: BenchProps) {
  const { setNodeRef, isOver } = useDroppable({ id: benchId, disabled: !isOpen })
  return (
    <section
      ref={setNodeRef}
      aria-label="Not seated"
      className={cx('rounded-card border p-3', isOver ? 'border-accent bg-accent-soft' : 'border-line bg-surface')}
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-bold">Not seated</h2>
        {canDrop && <Button onClick={onDrop}>Remove from seat</Button>}
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">{children}</div>
    </section>
  )
}
