import { useState } from 'react'
import { Play } from 'lucide-react'
import { jurorFieldNames, jurorFields } from '#contract/jurors/fields.ts'
import { type Juror, readJuror } from '#contract/jurors/jurors.ts'
import { listLiveNotes, type LiveNote } from '#contract/jurors/live-notes.ts'
import { type Highlight, listHighlights } from '#contract/highlights/highlights.ts'
import { highlightTitle } from '#contract/highlights/words.ts'
import { severities } from '#contract/findings/findings.ts'
import { ClipPlayer, HighlightStatusBadge } from '#web/features/highlights/index.ts'
import { formatClock, formatDuration, Loaded, together, useRead } from '#web/platform/index.ts'
import { Button, SeverityMark, Skeleton } from '#web/ui/kit.ts'

const firstQuotes = 3
const mostQuotes = 50

type JurorBriefProps = { sessionId: string; juror: { id: string; number: string }; seesWork: boolean }

export function JurorBrief({ sessionId, juror, seesWork }: JurorBriefProps) {
  const params = { sessionId }
  const quotes = useRead(listHighlights, { params, input: { juror: juror.number, limit: mostQuotes } })
  const record = useRead(readJuror, { params: { jurorId: juror.id }, input: {} })
  const notes = useRead(listLiveNotes, { params, input: { jurorId: juror.id } }, { enabled: seesWork })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-4">
      <section aria-label="Quotes" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="text-sm font-bold">Quotes</h3>
        <Loaded query={quotes} skeleton={<Skeleton className="h-20" />}>
          {(all) => <Quotes all={all} />}
        </Loaded>
      </section>
      {seesWork && (
        <section aria-label="Notes" className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="text-sm font-bold">Notes</h3>
          <Loaded query={together(notes, record)} skeleton={<Skeleton className="h-10" />}>
            {([live, { notes: written }]) => <Notes live={live} written={written} />}
          </Loaded>
        </section>
      )}
      <Loaded query={record} skeleton={<Skeleton className="h-10" />}>
        {(found) => <Questionnaire juror={found} />}
      </Loaded>
    </div>
  )
}

function Quotes({ all }: { all: readonly Highlight[] }) {
  const [isAll, setAll] = useState(false)
  const [playing, setPlaying] = useState<string | null>(null)
  const quotes = all
    .filter(({ status }) => status !== 'dismissed')
    .toSorted((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity))
  const shown = isAll ? quotes : quotes.slice(0, firstQuotes)
  if (quotes.length === 0) return <p className="text-sm text-ink-2">No quotes from this juror in this session.</p>
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {shown.map((highlight) => {
          const { id, videoId, start, end, quote, question, severity } = highlight
          return (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)] gap-1">
              <p className="flex flex-wrap items-center gap-2 text-sm">
                <SeverityMark level={severity} />
                <span className="font-medium">{highlightTitle(highlight)}</span>
                <HighlightStatusBadge highlight={highlight} />
              </p>
              {question && <p className="line-clamp-2 text-sm text-ink-3">{question}</p>}
              <blockquote className="border-l-2 border-line-strong pl-3 break-words">
                {quote ? `“${quote}”` : 'No words in this clip'}
              </blockquote>
              {start !== null && (
                <div>
                  <Button
                    icon={<Play className="size-4" />}
                    aria-expanded={playing === id}
                    onClick={() => setPlaying(playing === id ? null : id)}
                  >
                    {playing === id ? 'Hide video' : `Play from ${formatDuration(start)}`}
                  </Button>
                </div>
              )}
              {playing === id && start !== null && <ClipPlayer videoId={videoId} start={start} end={end} />}
            </li>
          )
        })}
      </ul>
      {shown.length < quotes.length && (
        <div>
          <Button onClick={() => setAll(true)}>{`Show all ${quotes.length}`}</Button>
        </div>
      )}
    </>
  )
}

const noteLabels: Record<LiveNote['kind'], string> = {
  answer: 'Answer',
  note: 'Note',
  tag: 'Tag',
  hand: 'Raised hand',
}

function Notes({ live, written }: { live: readonly LiveNote[]; written: string }) {
  if (live.length === 0 && written === '') return <p className="text-sm text-ink-2">No notes yet.</p>
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-1 text-sm">
      {written !== '' && <li className="break-words whitespace-pre-line">{written}</li>}
      {live.map(({ id, kind, text, by, at }) => (
        <li key={id} className="break-words">
          <span className="font-medium">{noteLabels[kind]}</span>
          {text !== noteLabels[kind] && `: ${text}`}
          <span className="text-ink-3">{` · ${by}, ${formatClock(at)}`}</span>
        </li>
      ))}
    </ul>
  )
}

function Questionnaire({ juror }: { juror: Juror }) {
  const facts = jurorFieldNames.filter((field) => juror[field] !== '')
  return (
    <details className="group">
      <summary className="min-h-6 cursor-pointer text-sm font-bold">
        {juror.questionnaire.length === 0
          ? 'Background'
          : `Background and questionnaire (${juror.questionnaire.length})`}
      </summary>
      {facts.length + juror.questionnaire.length === 0 ? (
        <p className="mt-2 text-sm text-ink-2">No questionnaire yet.</p>
      ) : (
        <dl className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
          {[...facts.map((field) => ({ q: jurorFields[field].label, a: juror[field] })), ...juror.questionnaire].map(
            ({ q, a }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- questions may repeat
              <div key={at}>
                <dt className="text-ink-2">{q}</dt>
                <dd className="break-words">{a || 'No answer'}</dd>
              </div>
            ),
          )}
        </dl>
      )}
    </details>
  )
}
