import type { BoardJuror, StrikeBoard } from '#contract/strikes/board.ts'
import type { Comparator } from '#contract/strikes/compare.ts'
import type { StrikeComparator } from '#contract/strikes/data.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { RenderClip } from './EvidenceList.tsx'
import { HighlightClip } from './HighlightClip.tsx'

type ComparatorFieldsProps = {
  board: StrikeBoard
  juror: BoardJuror
  comparators: readonly StrikeComparator[]
  suggestions: readonly Comparator[]
  renderClip: RenderClip
  onChange: (comparators: StrikeComparator[]) => void
}

/** Others who said alike and are not struck: the question every objection asks. Each is accepted or explained. */
export function ComparatorFields({
  board,
  juror,
  comparators,
  suggestions,
  renderClip,
  onChange,
}: ComparatorFieldsProps) {
  const numbers = new Map(board.jurors.map((each) => [each.id, each]))
  const suggested = suggestions.filter(({ jurorId }) => !comparators.some((each) => each.jurorId === jurorId))
  const accept = (jurorId: string) => onChange([...comparators, { jurorId, stance: 'accepted', explanation: '' }])
  const others = board.jurors.filter(({ id }) => id !== juror.id && !comparators.some((each) => each.jurorId === id))
  const replace = (next: StrikeComparator) =>
    onChange(comparators.map((each) => (each.jurorId === next.jurorId ? next : each)))
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-3">
      <legend className="px-1 font-medium">Jurors who said the same</legend>
      {comparators.length > 0 && (
        <ul className="grid gap-3">
          {comparators.map((each) => {
            const other = numbers.get(each.jurorId)
            const name = `Juror ${other?.number ?? ''}`
            return (
              <li
                key={each.jurorId}
                className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_10rem_minmax(0,1fr)_auto] sm:items-end"
              >
                <p className="min-w-0 break-words">
                  <span className="font-medium">{name}</span>
                  {other?.quote && <span className="block text-sm text-ink-2">“{other.quote}”</span>}
                </p>
                <Select
                  label={`${name}: is it alike?`}
                  value={each.stance}
                  options={[
                    { value: 'accepted', label: 'Alike' },
                    { value: 'explained', label: 'Differs' },
                  ]}
                  onChange={(event) =>
                    replace({ ...each, stance: event.target.value === 'explained' ? 'explained' : 'accepted' })
                  }
                />
                <TextField
                  label={`${name}: how they differ`}
                  value={each.explanation}
                  onChange={(event) => replace({ ...each, explanation: event.target.value })}
                />
                <button
                  type="button"
                  className="min-h-8 cursor-pointer text-sm text-accent-ink hover:underline touch:min-h-11"
                  onClick={() => onChange(comparators.filter(({ jurorId }) => jurorId !== each.jurorId))}
                >
                  {`Remove ${name}`}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {suggested.length > 0 && (
        <ul className="grid gap-2" aria-label="Suggested comparators">
          {suggested.map((each) => (
            <li key={each.jurorId} className="rounded-card border border-dashed border-line-strong p-2">
              <div className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 flex-1 font-medium">
                  {`Juror ${each.number} said the same${each.isStruck ? '' : ' and is not struck'}`}
                </span>
                <Button onClick={() => accept(each.jurorId)}>{`Compare with juror ${each.number}`}</Button>
              </div>
              {each.alike.slice(0, 2).map((like) => (
                <div key={like.theirs} className="mt-1">
                  <blockquote className="border-l-2 border-line-strong pl-3 text-sm break-words">
                    “{like.theirs}”
                  </blockquote>
                  {like.highlightId && (
                    <HighlightClip
                      sessionId={board.session.id}
                      highlightId={like.highlightId}
                      number={each.number}
                      renderClip={renderClip}
                    />
                  )}
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
      <Select
        label="Compare with"
        value=""
        placeholder="Choose a juror"
        options={others.map((each) => ({
          value: each.id,
          label: `Juror ${each.number}${each.quote ? `: “${each.quote.slice(0, 60)}”` : ''}`,
        }))}
        onChange={(event) => event.target.value !== '' && accept(event.target.value)}
      />
    </fieldset>
  )
}
