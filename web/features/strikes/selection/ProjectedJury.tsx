import type { BoardJuror, StrikeBoard } from '#contract/strikes/board.ts'
import { type Projection, projectJury } from '#law/selection/project.ts'
import { Card, cx } from '#web/ui/kit.ts'
import { formatMean, getLeanTone } from './JurorTile.tsx'
import { describeAlternates, getSelectionState } from './selection.ts'

type ProjectedJuryProps = {
  selection: NonNullable<StrikeBoard['selection']>
  jurors: readonly BoardJuror[]
}

export function ProjectedJury({ selection: { setup, events }, jurors }: ProjectedJuryProps) {
  const byId = new Map(jurors.map((juror) => [juror.id, juror]))
  const leans = new Map(jurors.flatMap(({ id, lean }) => (lean === null ? [] : [[id, lean] as const])))
  const { sitting, strikes } = projectJury(setup, events, leans)
  const alternates = describeAlternates(getSelectionState({ setup, events }))
  const considered = [...sitting.jury, ...sitting.alternates, ...strikes].flatMap(({ jurorId }) => jurorId ?? [])
  const unrated = considered.filter((id) => !leans.has(id)).length
  const listStruck = (side: Projection['strikes'][number]['side']) =>
    strikes.filter((each) => each.side === side).map(({ jurorId }) => byId.get(jurorId)?.number ?? '')
  const rows = [
    ...sitting.jury.map((each) => ({ ...each, label: `Seat ${each.seat}` })),
    ...sitting.alternates.map((each) => ({ ...each, label: `Alternate ${each.seat}` })),
  ]
  const open = rows.filter(({ jurorId }) => jurorId === null).length
  const title = 'If both sides use every strike'
  if (open === rows.length) return <Card title={title}>{describeOpen(open, rows.length)}</Card>
  return (
    <Card title={title}>
      <div className="grid gap-3">
        <p className="text-sm text-ink-2">
          Assumes we strike the lowest-rated jurors in the strike zone, and they strike the highest-rated.
          {unrated > 0 &&
            ` ${unrated === 1 ? '1 juror isn’t rated and counts' : `${unrated} jurors aren’t rated and count`} as 0.`}
          {alternates && ` ${alternates}`}
        </p>
        {strikes.length > 0 && (
          <p className="tabular text-sm">
            {[['We strike', listStruck('us')] as const, ['They strike', listStruck('them')] as const]
              .filter(([, struck]) => struck.length > 0)
              .map(([who, struck]) => `${who} ${struck.join(', ')}`)
              .join(' · ')}
          </p>
        )}
        {open > 0 && <p>{describeOpen(open, rows.length)}</p>}
        <ol
          aria-label="Projected jury with every strike used"
          className="grid grid-cols-1 gap-x-6 gap-y-1 empty:hidden sm:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))]"
        >
          {rows.map(({ label, jurorId }) => {
            const juror = jurorId === null ? undefined : byId.get(jurorId)
            return juror && <ProjectedSeat key={label} label={label} juror={juror} />
          })}
        </ol>
      </div>
    </Card>
  )
}

function describeOpen(open: number, seats: number): string {
  if (open === seats) return 'Too few jurors: every seat would be open.'
  return `Too few jurors: ${open} of ${seats} seats would be open.`
}

function ProjectedSeat({ label, juror }: { label: string; juror: BoardJuror }) {
  return (
    <li className="tabular grid min-w-0 grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-2">
      <span className="text-ink-2">{label}</span>
      <span className="truncate">
        {`Juror ${juror.number}`}
        {juror.occupation && <span className="text-ink-2">{` · ${juror.occupation}`}</span>}
      </span>
      {juror.lean === null ? (
        <span className="text-xs text-ink-3">Not rated</span>
      ) : (
        <span className={cx('rounded-mark px-1 text-xs font-semibold', getLeanTone(juror.lean))}>
          {formatMean(juror.lean)}
        </span>
      )}
    </li>
  )
}
