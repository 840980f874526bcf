import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Highlight, listHighlights } from '#contract/highlights/highlights.ts'
import { highlightTitle } from '#contract/highlights/words.ts'
import { listSessions } from '#contract/sessions/sessions.ts'
import { Loaded, together } from '#web/platform/Loaded.tsx'
import { read, useRead } from '#web/platform/api.ts'
import { formatDuration } from '#web/platform/format.ts'
import { aloneLinkClass, Button, Card, SeverityMark, Skeleton } from '#web/ui/kit.ts'
import { HighlightStatusBadge } from './labels.tsx'

const mostOfSession = 200
const firstShown = 4

type JurorHighlightsProps = {
  caseId: string
  jurorNumber: string
  renderMore: (highlight: Highlight, sessionId: string) => ReactNode
}

export function JurorHighlights({ caseId, jurorNumber, renderMore }: JurorHighlightsProps) {
  const [isAll, setAll] = useState(false)
  const sessions = useRead(listSessions, { params: { caseId }, input: {} })
  const days = sessions.data ?? []
  const input = { juror: jurorNumber, limit: mostOfSession }
  const reads = useQueries({
    queries: days.map(({ id }) => read(listHighlights, { params: { sessionId: id }, input })),
  })
  const all = together(sessions, ...reads)
  const highlights = all.data
    ? days.flatMap((session, at) => (reads[at]?.data ?? []).map((highlight) => ({ session, highlight })))
    : []
  const shown = isAll ? highlights : highlights.slice(0, firstShown)
  return (
    <Card title={highlights.length === 0 ? 'Statements' : `Statements (${highlights.length})`}>
      <Loaded query={all} skeleton={<Skeleton className="h-24" />}>
        {() =>
          highlights.length === 0 ? (
            <p className="text-ink-2">No highlights for this juror yet.</p>
          ) : (
            <>
              <ul aria-label="Juror’s highlights" className="grid grid-cols-[minmax(0,1fr)] gap-4">
                {shown.map(({ session, highlight }) => (
                  <Said key={highlight.id} highlight={highlight} sessionId={session.id} sessionName={session.name}>
                    {renderMore(highlight, session.id)}
                  </Said>
                ))}
              </ul>
              {shown.length < highlights.length && (
                <Button className="mt-4" onClick={() => setAll(true)}>
                  {`Show all ${highlights.length}`}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

type SaidProps = { highlight: Highlight; sessionId: string; sessionName: string; children: ReactNode }

function Said({ highlight, sessionId, sessionName, children }: SaidProps) {
  const { severity, videoId, start, question, quote, decidedBy } = highlight
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <SeverityMark level={severity} />
        <span className="font-medium">{highlightTitle(highlight)}</span>
        <HighlightStatusBadge highlight={highlight} />
      </p>
      {question && <p className="text-sm text-ink-3">{question}</p>}
      <blockquote className="border-l-2 border-line-strong pl-3 break-words whitespace-pre-line">
        {quote ? `“${quote}”` : 'No words in this clip'}
      </blockquote>
      <p className="text-sm break-words text-ink-3">
        {[sessionName, decidedBy && `By ${decidedBy}`].filter(Boolean).join(' · ')}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/sessions/$sessionId/review"
          params={{ sessionId }}
          search={{ v: videoId, ...(start !== null && { t: start }) }}
          className={aloneLinkClass}
        >
          {start === null ? 'Open review room' : `Review from ${formatDuration(start)}`}
        </Link>
        {children}
      </div>
    </li>
  )
}
