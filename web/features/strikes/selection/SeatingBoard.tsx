import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { seatNumbers } from '#contract/sessions/seating.ts'
import type { BoardJuror, StrikeBoard } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { isLiveStrike } from '#contract/strikes/moves.ts'
import { Button, buttonClass, Card, cx, EmptyState, ScrollArea } from '#web/ui/kit.ts'
import { largeSeatWidth, layOutSeats, seatWidth } from '#web/ui/seats.ts'
import { isOut, nameJuror } from '../strikeLabels.ts'
import { PanelCount } from './BoardLine.tsx'
import { isPanelSplit } from './selection.ts'
import { JurorTile, ReachMark } from './JurorTile.tsx'

type SeatingBoardProps = {
  board: Pick<StrikeBoard, 'session' | 'case' | 'jurors' | 'strikes'>
  onPick: (juror: BoardJuror) => void
  inReach?: ReadonlySet<string>
  picked?: string | null
  large?: boolean
  marks?: ReadonlyMap<string, string>
  seating?: ReactNode
}

export const liveStrikes = (strikes: readonly Strike[]): Map<string, Strike> =>
  new Map(strikes.filter(isLiveStrike).map((each) => [each.jurorId, each]))

export function SeatingBoard({
  board,
  onPick,
  inReach,
  picked = null,
  large = false,
  marks,
  seating,
}: SeatingBoardProps) {
  const bySeat = new Map(board.jurors.flatMap((each) => (each.seat === null ? [] : [[each.seat, each] as const])))
  const live = liveStrikes(board.strikes)
  const rows = seatNumbers(board.session.seatingLayout)
  const waiting = board.jurors.filter((each) => each.seat === null && !isOut(each))
  const gone = board.jurors.filter((each) => each.seat === null && isOut(each))
  const isSplit = isPanelSplit(board.jurors, inReach)
  const tile = (juror: BoardJuror) => (
    <JurorTile
      juror={juror}
      strike={live.get(juror.id)}
      mark={marks?.get(juror.id)}
      isInReach={isSplit && inReach?.has(juror.id) === true}
      isPicked={picked === juror.id}
      large={large}
      onPick={onPick}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {board.jurors.length > 0 && !large && (
        <Legend jurors={board.jurors} reach={inReach?.size ?? 0} isSplit={isSplit} />
      )}
      {board.jurors.length === 0 && (
        <EmptyState
          title="No jurors yet"
          hint="Import the court’s list or add jurors on the case’s Jurors tab."
          action={
            <Link
              to="/cases/$caseId"
              params={{ caseId: board.case.id }}
              search={{ tab: 'jurors' }}
              className={buttonClass()}
            >
              Open jurors
            </Link>
          }
        />
      )}
      <ScrollArea label="Jury box" className="@container rounded-card border border-line bg-surface-2">
        <div className="grid auto-cols-auto gap-1.5 p-2 sm:p-3" style={layOutSeats(rows)}>
          {rows
            .map((row, index) => ({ row, index }))
            .toReversed()
            .map(({ row, index }) => (
              <div key={index} className="mx-auto flex gap-1.5">
                {row.map((seat, at) => {
                  const juror = seat === null ? undefined : bySeat.get(seat)
                  return (
                    // oxlint-disable-next-line react/no-array-index-key -- places are identified by position
                    <div key={`${index}-${at}`} className={cx('shrink-0', large ? largeSeatWidth : seatWidth)}>
                      {juror ? (
                        tile(juror)
                      ) : (
                        <div
                          className={cx(
                            'grid h-full min-h-24 place-items-center rounded-control text-center text-xs text-ink-3',
                            seat !== null && 'border border-dashed border-line',
                          )}
                        >
                          {seat === null ? '' : `Seat ${seat}`}
                        </div>
                      )}
                    </div>
                  )
                })}
              </div>
            ))}
          <p className="text-center text-sm text-ink-2">Counsel</p>
        </div>
      </ScrollArea>
      {seating && <div className="flex flex-wrap gap-2 print:hidden">{seating}</div>}
      <Group title="Not seated" jurors={waiting} tile={tile} large={large} />
      <Group title="Off the panel" jurors={gone} tile={tile} large={large} width={outTiles} />
    </div>
  )
}

type LegendProps = { jurors: BoardJuror[]; reach: number; isSplit: boolean }

function Legend({ jurors, reach, isSplit }: LegendProps) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-ink-2">
      {reach > 0 && (
        <span className="flex items-baseline gap-2">
          {isSplit && <ReachMark className="shrink-0" />}
          {isSplit
            ? `Strike zone: ${reach === 1 ? '1 juror' : `${reach} jurors`} could still be seated.`
            : 'Strike zone: the whole panel could still be seated.'}
        </span>
      )}
      <PanelCount jurors={jurors} />
    </p>
  )
}

type GroupProps = {
  title: string
  jurors: readonly BoardJuror[]
  tile: (juror: BoardJuror) => React.ReactNode
  large: boolean
  width?: string
}

const narrowTiles = 'grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))]'
const outTiles = 'grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]'

function Group({ title, jurors, tile, large, width = narrowTiles }: GroupProps) {
  if (jurors.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-sm font-bold">{title}</h2>
      <ul className={cx('grid gap-2', large ? narrowTiles : width)}>
        {jurors.map((each) => (
          <li key={each.id}>{tile(each)}</li>
        ))}
      </ul>
    </section>
  )
}

type PickedJurorProps = { juror: BoardJuror; mayDraft: boolean; onWrite: () => void; children: ReactNode }

export function PickedJuror({ juror, mayDraft, onWrite, children }: PickedJurorProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={place}>
      <Card
        title={nameJuror(juror)}
        actions={
          mayDraft && (
            <Button icon={<Plus className="size-4" />} onClick={onWrite}>
              {`Strike juror ${juror.number}`}
            </Button>
          )
        }
      >
        {juror.quote && (
          <blockquote className="mb-3 border-l-2 border-line-strong pl-3 break-words">“{juror.quote}”</blockquote>
        )}
        {children}
      </Card>
    </div>
  )
}
