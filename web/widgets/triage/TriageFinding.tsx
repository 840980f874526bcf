import type { Highlight } from '#contract/highlights/highlights.ts'
import { dismissReasonWords, highlightTitle, stanceWords } from '#contract/highlights/words.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { describeSpeaker, HighlightStatusBadge } from '#web/features/highlights/index.ts'
import { nameTurn } from '#web/features/review/index.ts'
import { formatDuration } from '#web/platform/index.ts'
import { Badge, SeverityMark } from '#web/ui/kit.ts'
import { splitQuote } from './queue.ts'

type TriageFindingProps = { highlight: Highlight; question: Turn | null; answer: Turn | undefined }

export function TriageFinding({ highlight, question, answer }: TriageFindingProps) {
  const { severity, stance, pinned, textChanged, dismissReason } = highlight
  return (
    <section aria-labelledby="triage-finding" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SeverityMark level={severity} />
        <h2 id="triage-finding" className="font-bold">
          {highlightTitle(highlight)}
        </h2>
        {stance && <Badge>{stanceWords[stance]}</Badge>}
        <HighlightStatusBadge highlight={highlight} />
        {pinned && <Badge>Pinned</Badge>}
        {textChanged && <Badge tone="warning">Text changed</Badge>}
      </div>
      {dismissReason && <p className="text-sm text-ink-2">{`Dismissed: ${dismissReasonWords[dismissReason]}`}</p>}
      {highlight.question && (
        <div className="text-ink-2">
          {question && (
            <p className="text-sm">
              {[nameTurn(question), question.startMs === null ? null : formatDuration(question.startMs / 1000)]
                .filter(Boolean)
                .join(', ')}
            </p>
          )}
          <p className="break-words whitespace-pre-line">{`“${highlight.question}”`}</p>
        </div>
      )}
      <Quote highlight={highlight} text={answer?.text} />
      <p className="tabular text-sm text-ink-2">{listFacts(highlight).join(' · ')}</p>
      {highlight.why && (
        <p className="rounded-card border border-line bg-surface p-3 text-sm">
          {highlight.why}
          {highlight.rules.length > 0 && (
            <span className="block text-ink-3">{`Rules: ${highlight.rules.join(', ')}`}</span>
          )}
        </p>
      )}
    </section>
  )
}

function Quote({ highlight, text }: { highlight: Highlight; text: string | undefined }) {
  const parts = splitQuote(highlight, text)
  if (highlight.quote === '') return <p className="text-lg text-ink-2">No words in this clip</p>
  return (
    <blockquote className="text-xl leading-snug font-bold break-words whitespace-pre-line md:text-2xl">
      {parts ? (
        <>
          {`“${parts[0]}`}
          <mark className="bg-transparent text-inherit underline decoration-danger-solid decoration-3 underline-offset-4">
            {parts[1]}
          </mark>
          {`${parts[2]}”`}
        </>
      ) : (
        `“${highlight.quote}”`
      )}
    </blockquote>
  )
}

const listFacts = (highlight: Highlight): string[] =>
  [
    describeSpeaker(highlight),
    highlight.start === null ? null : formatDuration(highlight.start),
    highlight.latencyMs === null ? null : `answered after ${(highlight.latencyMs / 1000).toFixed(1)}\u00A0s`,
    highlight.page === null ? null : `page ${highlight.page}, line ${highlight.line ?? 1}`,
  ].filter((each) => each !== null)

type JurorSoFarProps = { highlight: Highlight; all: readonly Highlight[]; onOpen: (highlight: Highlight) => void }

const mostShown = 4

export function JurorSoFar({ highlight, all, onOpen }: JurorSoFarProps) {
  const { juror } = highlight
  if (!juror) return null
  const others = all.filter(
    (each) => each.juror?.number === juror.number && each.id !== highlight.id && each.status !== 'dismissed',
  )
  return (
    <section aria-labelledby="juror-so-far" className="rounded-card border border-line bg-surface p-3 max-lg:hidden">
      <h2 id="juror-so-far" className="text-sm text-ink-2">
        {`Juror ${juror.number} so far`}
      </h2>
      {others.length === 0 ? (
        <p className="mt-1 text-sm text-ink-3">No other findings</p>
      ) : (
        <ul className="mt-1 grid gap-1 text-sm">
          {others
            .toSorted((a, b) => rank(b) - rank(a))
            .slice(0, mostShown)
            .map((each) => (
              <li key={each.id} className="flex items-center gap-2">
                <SeverityMark level={each.severity} />
                <button
                  type="button"
                  onClick={() => onOpen(each)}
                  className="min-h-6 min-w-0 flex-1 cursor-pointer truncate text-left hover:underline"
                >
                  {each.quote ? `“${each.quote}”` : highlightTitle(each)}
                </button>
                <HighlightStatusBadge highlight={each} />
              </li>
            ))}
        </ul>
      )}
      {others.length > mostShown && (
        <p className="mt-1 text-sm text-ink-3">{`and ${others.length - mostShown} more`}</p>
      )}
    </section>
  )
}

const rank = ({ severity }: Highlight): number => ({ low: 0, medium: 1, high: 2, critical: 3 })[severity]
