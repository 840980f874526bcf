import type { ReactNode } from 'react'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ReadNotice } from '#web/ui/ReadNotice.tsx'
import { comparedWith, likenessWords } from './compared.ts'
import type { RenderClip } from './EvidenceList.tsx'
import { HighlightClip } from './HighlightClip.tsx'
import { useComparators, useStatements } from './useComparators.ts'

type ComparatorListProps = {
  strike: Pick<Strike, 'id' | 'jurorId' | 'comparators'>
  board: Pick<StrikeBoard, 'session' | 'jurors'>
  renderClip: RenderClip
}

/** Whom the author compared with the struck juror, why they are alike, and how they differ. */
export function ComparatorList({ strike, board, renderClip }: ComparatorListProps) {
  const sessionId = board.session.id
  const said = useStatements(sessionId)
  const statements = said.data
  const alike = useComparators(statements, strike.jurorId)
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
      <ReadNotice of={said} what="What they said" />
      <ul className="grid gap-2">
        {comparedWith(strike.comparators, board.jurors, alike, statements?.jurors).map((each) => (
          <li key={each.jurorId} className="grid gap-1 rounded-card border border-line p-3">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{`Juror ${each.number}`}</span>
              <Badge>{each.stance === 'explained' ? 'Differs' : 'Alike'}</Badge>
              <Badge tone={each.stays ? 'warning' : 'neutral'}>{each.stays ? 'On the panel' : 'Out'}</Badge>
            </p>
            {each.explanation && <p className="break-words">{`How they differ: ${each.explanation}`}</p>}
            {each.alike.map((like) => (
              <Words key={`${like.kind} ${like.theirs}`} about={likenessWords(like)} quote={like.theirs}>
                {renderQuoteClip(like.highlightId, each.number)}
              </Words>
            ))}
            {statements && each.alike.length === 0 && (
              <Words about="Nothing that both said and people confirmed is alike now." quote={each.said?.quote ?? null}>
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

/** What they said, why it is shown, and the way to hear it. */
function Words({ about, quote, children }: WordsProps) {
  return (
    <div>
      <p className="text-sm text-ink-2">{about}</p>
      {quote && <blockquote className="border-l-2 border-line-strong pl-3 break-words">“{quote}”</blockquote>}
      {children}
    </div>
  )
}
