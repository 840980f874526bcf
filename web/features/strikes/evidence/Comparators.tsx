import { useMemo, type ReactNode } from 'react'
import type { BoardJuror, StrikeBoard } from '#contract/strikes/board.ts'
import {
  type Comparator,
  type JurorStatements,
  readJurorStatements,
  type ComparedJuror,
  type Likeness,
  type SaidByJuror,
  similarWords,
} from '#contract/strikes/compare.ts'
import type { StrikeComparator } from '#contract/strikes/data.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { findComparators } from '#law/rationale/comparators.ts'
import { useRead } from '#web/platform/api.ts'
import { Badge, Button, type Reading, ReadNotice, Select, TextField } from '#web/ui/kit.ts'
import { isOut } from '../strikeLabels.ts'
import { type RenderClip, HighlightClip } from './Evidence.tsx'

export const useStatements = (sessionId: string) => useRead(readJurorStatements, { params: { sessionId }, input: {} })

/** Until the answers are loaded, or offline, compares only what the jurors said. */
export function useComparators(
  sessionId: string,
  said: JurorStatements | undefined,
  jurorId: string,
): { alike: readonly Comparator[]; answered: Reading } {
  const answered = useRead(
    readJurorStatements,
    { params: { sessionId }, input: { jurorId } },
    { enabled: jurorId !== '' },
  )
  const statements = answered.data ?? said
  const alike = useMemo(() => {
    const juror = statements?.jurors.find((each) => each.jurorId === jurorId)
    if (!statements || !juror) return []
    const { jurors, issues } = statements
    return findComparators({ juror, reliesOn: [], others: jurors.filter((each) => each !== juror), issues })
  }, [statements, jurorId])
  return { alike, answered }
}

type Compared = StrikeComparator & {
  number: string
  stays: boolean
  alike: readonly Likeness[]
  said: SaidByJuror | null
}

const maxQuotes = 2

export function listCompared(
  comparators: readonly StrikeComparator[],
  jurors: readonly Pick<BoardJuror, 'id' | 'number' | 'status'>[],
  alike: readonly Comparator[],
  statements: readonly ComparedJuror[] = [],
): Compared[] {
  return comparators.flatMap((each) => {
    const juror = jurors.find(({ id }) => id === each.jurorId)
    if (!juror) return []
    const found = alike.find(({ jurorId }) => jurorId === each.jurorId)
    const said = statements.find(({ jurorId }) => jurorId === each.jurorId)?.said[0] ?? null
    const quotes = (found?.alike ?? []).slice(0, maxQuotes)
    return [{ ...each, number: juror.number, stays: !isOut(juror), alike: quotes, said }]
  })
}

export function describeLikeness({ kind, about }: Pick<Likeness, 'kind' | 'about'>): string {
  if (kind === 'answer') return `Similar answer: ${about}`
  if (kind === 'topic') return `Both mention ${about}`
  return about === similarWords ? 'Similar wording' : `Both: ${about}`
}

type ComparatorListProps = {
  strike: Pick<Strike, 'id' | 'jurorId' | 'comparators'>
  board: Pick<StrikeBoard, 'session' | 'jurors'>
  renderClip: RenderClip
}

export function ComparatorList({ strike, board, renderClip }: ComparatorListProps) {
  const sessionId = board.session.id
  const said = useStatements(sessionId)
  const statements = said.data
  const { alike, answered } = useComparators(sessionId, statements, strike.jurorId)
  const renderQuoteClip = (highlightId: string | null, number: string) =>
    highlightId && (
      <HighlightClip sessionId={sessionId} highlightId={highlightId} number={number} renderClip={renderClip} />
    )
  const headingId = `compared-${strike.id}`
  return (
    <section aria-labelledby={headingId} className="grid gap-2">
      <h3 id={headingId} className="text-sm font-bold">
        Compared with
      </h3>
      <ReadNotice of={said} what="Juror statements" />
      {statements && <ReadNotice of={answered} what="Similar answers" />}
      <ul className="grid gap-2">
        {listCompared(strike.comparators, board.jurors, alike, statements?.jurors).map((each) => (
          <li key={each.jurorId} className="grid gap-1 rounded-card border border-line p-3">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{`Juror ${each.number}`}</span>
              <Badge>{each.stance === 'explained' ? 'Distinguishable' : 'Similar'}</Badge>
              <Badge tone={each.stays ? 'warning' : 'neutral'}>{each.stays ? 'On the panel' : 'Off the panel'}</Badge>
            </p>
            {each.explanation && <p className="break-words">{`How they differ: ${each.explanation}`}</p>}
            {each.alike.map((like) => (
              <Words key={`${like.kind} ${like.theirs}`} about={describeLikeness(like)} quote={like.theirs}>
                {renderQuoteClip(like.highlightId, each.number)}
              </Words>
            ))}
            {statements && each.alike.length === 0 && (
              <Words about="No confirmed statements match." quote={each.said?.quote ?? null}>
                {renderQuoteClip(each.said?.highlightId ?? null, each.number)}
              </Words>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type WordsProps = { about: string; quote: string | null; children: ReactNode }

function Words({ about, quote, children }: WordsProps) {
  return (
    <div>
      <p className="text-sm text-ink-2">{about}</p>
      {quote && <blockquote className="border-l-2 border-line-strong pl-3 break-words">“{quote}”</blockquote>}
      {children}
    </div>
  )
}

type ComparatorFieldsProps = {
  board: StrikeBoard
  juror: BoardJuror
  comparators: readonly StrikeComparator[]
  suggestions: readonly Comparator[]
  renderClip: RenderClip
  onChange: (comparators: StrikeComparator[]) => void
}

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
      <legend className="px-1 font-medium">Comparators</legend>
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
                  label={`${name}: comparison`}
                  value={each.stance}
                  options={[
                    { value: 'accepted', label: 'Similar' },
                    { value: 'explained', label: 'Distinguishable' },
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
                  {`Juror ${each.number} said something similar${each.isStruck ? '' : ' and has not been struck'}`}
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
