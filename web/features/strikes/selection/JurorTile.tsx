import { Hand } from 'lucide-react'
import type { BoardJuror } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { isolate } from '#web/platform/format.ts'
import { cx, severityWords, SeverityShape } from '#web/ui/kit.ts'
import { isOut } from '../strikeLabels.ts'

type JurorTileProps = {
  juror: BoardJuror
  strike: Strike | undefined
  mark: string | undefined
  isInReach: boolean
  isPicked: boolean
  large: boolean
  onPick: (juror: BoardJuror) => void
}

export function JurorTile({ juror, strike, mark, isInReach, isPicked, large, onPick }: JurorTileProps) {
  const out = isOut(juror)
  const look = out ? 'border-line bg-surface-2 text-ink-3' : kindLooks[strike?.kind ?? 'none']
  const words = mark ?? getTileLabel(juror, strike)
  const showsReach = isInReach && !out
  return (
    <span className="@container/tile block">
      <button
        type="button"
        aria-pressed={isPicked}
        aria-label={nameTile(juror, words, showsReach)}
        onClick={() => onPick(juror)}
        className={cx(
          'relative flex w-full cursor-pointer flex-col items-center gap-0.5 overflow-hidden rounded-control border px-1 pb-1.5 text-center @max-[5rem]/tile:px-0 aria-pressed:outline-2 aria-pressed:outline-accent',
          large ? 'h-32 pt-4 @min-[8rem]/tile:h-36' : 'h-24 pt-3',
          '@max-[5rem]/tile:h-32 @max-[5rem]/tile:pt-5',
          look,
        )}
      >
        {juror.seat !== null && (
          <span className="tabular absolute top-1 left-1.5 text-xs text-ink-3">{juror.seat}</span>
        )}
        {showsReach && <ReachMark className="absolute top-2 right-2" />}
        <span
          className={cx(
            'tabular leading-[1.1] font-bold @max-[5rem]/tile:[--most:1.5rem]',
            large ? '[--most:2.5rem] @min-[8rem]/tile:[--most:3.25rem]' : '[--most:1.25rem]',
            out && 'line-through',
          )}
          style={{ fontSize: fitNumber(juror.number) }}
        >
          {juror.number}
        </span>
        {mark === undefined && strike ? (
          <TileStrike strike={strike} />
        ) : (
          <span
            className={cx(
              wordsClass,
              'line-clamp-2 hyphens-auto @min-[8rem]/tile:text-sm @max-[5rem]/tile:line-clamp-3',
            )}
          >
            {words || juror.occupation}
          </span>
        )}
        <TileFacts juror={juror} />
      </button>
    </span>
  )
}

const wordsClass =
  'max-w-full text-xs text-ink-2 @max-[5rem]/tile:text-[0.625rem] @max-[5rem]/tile:leading-3 @max-[5rem]/tile:tracking-tight'

/** The whole label doesn't fit a narrow tile, whose color and border already show the kind. */
function TileStrike({ strike }: { strike: Strike }) {
  const { kind, target, number } = strike
  const what = kind === 'cause' ? 'For cause' : target === 'alternate' ? 'Alternate' : 'Peremptory'
  return (
    <>
      <span className={cx(wordsClass, 'hidden text-sm! @min-[8rem]/tile:line-clamp-2')}>
        {shortLabel(strike.label)}
      </span>
      <span className={cx(wordsClass, '@min-[8rem]/tile:hidden @max-[5rem]/tile:hidden')}>
        {number === null ? what : `${what} ${number}`}
      </span>
      <span className={cx(wordsClass, 'font-medium break-words hyphens-auto @min-[8rem]/tile:hidden')}>
        {getProgress(strike)}
      </span>
    </>
  )
}

function TileFacts({ juror: { lean, worst, hands } }: { juror: BoardJuror }) {
  return (
    <span className="mt-auto flex max-w-full flex-wrap items-center justify-center gap-x-1 gap-y-0.5">
      {lean !== null && (
        <span className={cx('tabular rounded-mark px-1 text-xs font-semibold', getLeanTone(lean))}>
          {formatMean(lean)}
        </span>
      )}
      {worst.confirmed && <SeverityShape level={worst.confirmed} />}
      {worst.suggested && <SeverityShape level={worst.suggested} isSuggested />}
      {hands !== null && hands > 0 && (
        <span className="tabular inline-flex items-center text-xs text-ink-2">
          <Hand className="size-3.5" aria-hidden="true" />
          {hands}
        </span>
      )}
    </span>
  )
}

export const ReachMark = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cx('inline-block size-2 rotate-45 border border-accent bg-accent', className)} />
)

export const formatMean = (lean: number): string => {
  const rounded = Math.round(lean * 10) / 10
  if (rounded === 0) return '0'
  return rounded > 0 ? `+${rounded}` : `−${-rounded}`
}

export const getLeanTone = (lean: number): string => {
  if (lean === 0) return 'bg-neutral-soft text-neutral-fg'
  return lean > 0 ? 'bg-positive-soft text-positive-fg' : 'bg-negative-soft text-negative-fg'
}

const nameTile = (juror: BoardJuror, words: string | undefined, showsReach: boolean): string =>
  [
    juror.seat === null ? '' : `Seat ${juror.seat}`,
    `juror ${juror.number}`,
    juror.name && isolate(juror.name),
    juror.occupation,
    words,
    juror.lean !== null && `rated ${formatMean(juror.lean)}`,
    juror.worst.confirmed && `confirmed: ${severityWords[juror.worst.confirmed].toLowerCase()}`,
    juror.worst.suggested && `suggested: ${severityWords[juror.worst.suggested].toLowerCase()}`,
    juror.hands ? (juror.hands === 1 ? '1 hand raised' : `${juror.hands} hands raised`) : '',
    showsReach && 'in strike zone',
  ]
    .filter(Boolean)
    .join(', ')

const getTileLabel = (juror: BoardJuror, strike: Strike | undefined): string | undefined => {
  if (strike) return shortLabel(strike.label)
  return isOut(juror) ? outLabels[juror.status] : ''
}

const digitEm = 0.68

/** Fills the tile's width, up to the largest size. */
const fitNumber = (number: string): string =>
  `min(var(--most), calc((100cqi - 0.625rem) / ${Math.max(2, number.length) * digitEm}))`

const kindLooks = {
  none: 'border-line-strong bg-surface hover:bg-hover',
  peremptory: 'border-2 border-peremptory-solid bg-peremptory-soft',
  cause: 'border-2 border-dashed border-cause-solid bg-cause-soft',
} as const

const shortLabel = (label: string): string =>
  label.replace(/^Challenge for cause/, 'For cause').replace(/(?:’s)? challenge for cause/, ', for cause')

const plannedLabels: Partial<Record<Strike['state'], string>> = {
  draft: 'Draft',
  submitted: 'Submitted',
  changes_requested: 'Changes',
  approved: 'Approved',
  rejected: 'Rejected',
}

const getProgress = ({ exercisedAt, madeBy, state }: Strike): string | undefined =>
  exercisedAt === null ? plannedLabels[state] : { us: 'By us', opposing: 'By them', court: 'Court' }[madeBy]

const outLabels: Partial<Record<BoardJuror['status'], string>> = {
  excused_hardship: 'Hardship',
  struck_cause: 'For cause',
  struck_peremptory_us: 'By us',
  struck_peremptory_them: 'By them',
  excused_other: 'Excused',
  no_show: 'No-show',
  dismissed: 'Dismissed',
}
