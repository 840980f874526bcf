import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { seatNumbers } from '#contract/sessions/seating.ts'
import type { BoardJuror, StrikeBoard } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { isLiveStrike } from '#contract/strikes/workflow.ts'
import { Button, buttonClass, Card, cx, EmptyState, ScrollArea } from '#web/ui/kit.ts'
import { largeSeatWidth, layOutSeats, seatWidth } from '#web/ui/seats.ts'
import { isOut, nameJuror } from '../strikeLabels.ts'

type SeatingBoardProps = {
  board: Pick<StrikeBoard, 'session' | 'case' | 'jurors' | 'strikes'>
  onPick: (juror: BoardJuror) => void
  inReach?: ReadonlySet<string>
  picked?: string | null
  large?: boolean
  marks?: ReadonlyMap<string, string>
}

export const liveStrikes = (strikes: readonly Strike[]): Map<string, Strike> =>
  new Map(strikes.filter(isLiveStrike).map((each) => [each.jurorId, each]))

export function SeatingBoard({ board, onPick, inReach, picked = null, large = false, marks }: SeatingBoardProps) {
  const bySeat = new Map(board.jurors.flatMap((each) => (each.seat === null ? [] : [[each.seat, each] as const])))
  const live = liveStrikes(board.strikes)
  const rows = seatNumbers(board.session.seatingLayout)
  const waiting = board.jurors.filter((each) => each.seat === null && !isOut(each))
  const gone = board.jurors.filter((each) => each.seat === null && isOut(each))
  const tile = (juror: BoardJuror) => (
    <JurorTile
      juror={juror}
      strike={live.get(juror.id)}
      mark={marks?.get(juror.id)}
      isInReach={inReach?.has(juror.id) ?? false}
      isPicked={picked === juror.id}
      large={large}
      onPick={onPick}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {inReach && inReach.size > 0 && (
        <p className="flex items-baseline gap-2 text-sm text-ink-2">
          <ReachMark className="shrink-0" />
          {`Strike zone: ${inReach.size === 1 ? '1 juror' : `${inReach.size} jurors`} could still be seated.`}
        </p>
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
      {large && <PhoneSeats jurors={[...bySeat.values()]} tile={tile} />}
      <ScrollArea
        label="Jury box"
        className={cx('@container rounded-card border border-line bg-surface-2', large && 'max-md:hidden')}
      >
        {/* The grid is as wide as the widest row, so seats stay aligned while scrolling. */}
        <div className="grid auto-cols-auto gap-2 p-3" style={layOutSeats(rows)}>
          {rows
            .map((row, index) => ({ row, index }))
            .toReversed()
            .map(({ row, index }) => (
              <div key={index} className="mx-auto flex gap-2">
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
                            'grid place-items-center rounded-control text-sm text-ink-3',
                            large ? 'h-28' : 'h-20',
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
      <Group title="Not seated" jurors={waiting} tile={tile} large={large} />
      <Group title="Off the panel" jurors={gone} tile={tile} large={large} width={outTiles} />
    </div>
  )
}

const maxOneLineLength = 4

const ReachMark = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cx('inline-block size-2 rotate-45 border border-accent bg-accent', className)} />
)

function PhoneSeats({ jurors, tile }: Pick<GroupProps, 'jurors' | 'tile'>) {
  return (
    <section aria-label="Seats" className="md:hidden">
      <ul className="grid grid-cols-3 gap-2">
        {jurors
          .toSorted((a, b) => (a.seat ?? 0) - (b.seat ?? 0))
          .map((each) => (
            <li key={each.id}>{tile(each)}</li>
          ))}
      </ul>
    </section>
  )
}

type GroupProps = {
  title: string
  jurors: readonly BoardJuror[]
  tile: (juror: BoardJuror) => React.ReactNode
  large: boolean
  width?: string
}

const narrowTiles = 'grid-cols-[repeat(auto-fill,minmax(5rem,1fr))]'
const outTiles = 'grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]'

function Group({ title, jurors, tile, large, width = narrowTiles }: GroupProps) {
  if (jurors.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-sm font-bold">{title}</h2>
      <ul className={cx('grid gap-2', large ? 'grid-cols-[repeat(auto-fill,minmax(7rem,1fr))]' : width)}>
        {jurors.map((each) => (
          <li key={each.id}>{tile(each)}</li>
        ))}
      </ul>
    </section>
  )
}

type JurorTileProps = {
  juror: BoardJuror
  strike: Strike | undefined
  mark: string | undefined
  isInReach: boolean
  isPicked: boolean
  large: boolean
  onPick: (juror: BoardJuror) => void
}

function JurorTile({ juror, strike, mark, isInReach, isPicked, large, onPick }: JurorTileProps) {
  const out = isOut(juror)
  const words = mark ?? getTileLabel(juror, strike)
  const showsReach = isInReach && !out
  return (
    <button
      type="button"
      aria-pressed={isPicked}
      aria-label={nameTile(juror, words, showsReach)}
      onClick={() => onPick(juror)}
      className={cx(
        'relative grid w-full cursor-pointer content-center justify-items-center overflow-hidden rounded-control border px-1 text-center aria-pressed:outline-2 aria-pressed:outline-accent',
        large ? 'h-28' : 'h-20',
        out ? 'border-line bg-surface-2 text-ink-3' : kindLooks[strike?.kind ?? 'none'],
      )}
    >
      {juror.seat !== null && <span className="tabular absolute top-1 left-1.5 text-xs text-ink-3">{juror.seat}</span>}
      {showsReach && <ReachMark className="absolute top-2 right-2" />}
      <span className={cx('tabular font-bold', getNumberSize(juror.number, large), out && 'line-through')}>
        {juror.number}
      </span>
      <span className="line-clamp-2 text-xs text-ink-2">{words}</span>
    </button>
  )
}

const nameTile = ({ seat, number, name }: BoardJuror, words: string | undefined, showsReach: boolean): string =>
  [
    seat === null ? '' : `Seat ${seat},`,
    `juror ${number}`,
    name ? `, ${name}` : '',
    words ? `, ${words}` : '',
    showsReach ? ', in strike zone' : '',
  ].join(' ')

const getTileLabel = (juror: BoardJuror, strike: Strike | undefined): string | undefined => {
  if (strike) return shortLabel(strike.label)
  return isOut(juror) ? outLabels[juror.status] : ''
}

const getNumberSize = (number: string, large: boolean): string => {
  if (!large) return 'text-lg'
  return number.length > maxOneLineLength ? 'text-xl' : 'text-3xl'
}

const kindLooks = {
  none: 'border-line-strong bg-surface hover:bg-hover',
  peremptory: 'border-2 border-peremptory-solid bg-peremptory-soft',
  cause: 'border-2 border-dashed border-cause-solid bg-cause-soft',
} as const

const shortLabel = (label: string): string =>
  label.replace(/^Challenge for cause/, 'For cause').replace(/(?:’s)? challenge for cause/, ', for cause')

const outLabels: Partial<Record<BoardJuror['status'], string>> = {
  excused_hardship: 'Hardship',
  struck_cause: 'For cause',
  struck_peremptory_us: 'By us',
  struck_peremptory_them: 'By them',
  excused_other: 'Excused',
  no_show: 'No-show',
  dismissed: 'Dismissed',
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
