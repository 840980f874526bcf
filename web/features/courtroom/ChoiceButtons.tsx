import type { SelectionState } from '#contract/strikes/selection.ts'
import type { BoardJuror } from '#contract/strikes/board.ts'
import { peremptoryRulings } from '#contract/strikes/meanings.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import type { Choice } from './choices.ts'
import { LargeButton } from './LargeButton.tsx'

export type MayDo = { exercise: boolean; rule: boolean; draft: boolean; seeWorkProduct: boolean }

type ChoiceButtonsProps = {
  juror: BoardJuror
  /** The live strike of this juror, if there is one. */
  strike: Strike | undefined
  state: SelectionState | null
  may: MayDo
  noneLeft: { us: boolean; them: boolean }
  onChoose: (choice: Choice) => void
}

/** One large target for each thing that can happen to this juror now. */
export function ChoiceButtons({ juror, strike, state, may, noneLeft, onChoose }: ChoiceButtonsProps) {
  if (strike && strike.exercisedAt !== null) {
    const rulings =
      strike.kind === 'cause'
        ? (['granted', 'denied', 'reserved'] as const)
        : (['granted', 'disallowed', 'reserved'] as const)
    return (
      <div className="grid gap-2">
        <p className="font-medium">{strike.label}</p>
        {may.rule && strike.kind === 'peremptory' && <p className="text-sm text-ink-2">{peremptoryRulings}</p>}
        {may.rule &&
          rulings.map((ruling) => (
            <LargeButton key={ruling} onClick={() => onChoose({ kind: 'rule', strike, ruling })}>
              {`Ruling: ${ruling}`}
            </LargeButton>
          ))}
      </div>
    )
  }
  const said = (madeBy: 'us' | 'opposing' | 'court', strikeKind: 'cause' | 'peremptory') => () =>
    onChoose({ kind: 'said', madeBy, strikeKind })
  const isDrawable =
    state?.setup.replacements === 'drawn' && !state.drawn.includes(juror.id) && !state.out.has(juror.id)
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {may.draft && isDrawable && (
        <LargeButton variant="primary" onClick={() => onChoose({ kind: 'step', step: 'drawn' })}>
          The court draws this juror
        </LargeButton>
      )}
      {strike && may.exercise && <Prepared strike={strike} isSpent={noneLeft.us} onChoose={onChoose} />}
      {!strike && may.exercise && (
        <>
          <LargeButton variant="primary" disabled={noneLeft.us} onClick={said('us', 'peremptory')}>
            {noneLeft.us ? 'No peremptory challenges remain' : 'We strike'}
          </LargeButton>
          <LargeButton onClick={said('us', 'cause')}>We challenge for cause</LargeButton>
        </>
      )}
      {may.draft && (
        <>
          <LargeButton disabled={noneLeft.them} onClick={said('opposing', 'peremptory')}>
            {noneLeft.them ? 'They have none left' : 'They strike'}
          </LargeButton>
          <LargeButton onClick={said('opposing', 'cause')}>They challenge for cause</LargeButton>
          <LargeButton onClick={said('court', 'cause')}>The court, for cause</LargeButton>
          {state && (
            <LargeButton onClick={() => onChoose({ kind: 'step', step: 'moved_last' })}>
              The court puts them last
            </LargeButton>
          )}
        </>
      )}
    </div>
  )
}

/** A strike of ours that was prepared: exercised as approved, or before its approval; what waits says for what. */
function Prepared({
  strike,
  isSpent,
  onChoose,
}: {
  strike: Strike
  isSpent: boolean
  onChoose: (choice: Choice) => void
}) {
  const isOver = isSpent && strike.kind === 'peremptory'
  const move = strike.state === 'approved' ? 'exercise' : strike.state === 'draft' ? 'exercise_unapproved' : null
  if (move === null) {
    return <p className="self-center">{`${strike.label}. It is exercised once it is approved on the strike log.`}</p>
  }
  return (
    <LargeButton variant="primary" disabled={isOver} onClick={() => onChoose({ kind: 'exercise', strike, move })}>
      {isOver
        ? 'No peremptory challenges remain'
        : move === 'exercise'
          ? `Exercise ${strike.label}`
          : 'Exercise now, approve afterwards'}
    </LargeButton>
  )
}
