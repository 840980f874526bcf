import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { estimateExport } from '#contract/exports/exports.ts'
import {
  listMotionQuotes,
  type MotionJuror,
  type MotionQuote,
  verifyMotionQuote,
} from '#contract/highlights/motions.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { formatDateTime, formatDuration } from '#web/platform/format.ts'
import { aloneLinkClass, Checkbox, Notice, ReadNotice, Skeleton } from '#web/ui/kit.ts'
import { describeError } from '#web/platform/apiError.ts'

export function MotionQuotes({ sessionId }: { sessionId: string }) {
  const query = useRead(listMotionQuotes, { params: { sessionId }, input: {} })
  if (!query.data) return query.error ? <ReadNotice of={query} what="Quotes" /> : <Skeleton className="h-32" />
  const jurors = query.data.filter(({ chains }) => chains.length > 0)
  const quotes = jurors.flatMap(listQuotes)
  const done = quotes.filter(({ verified }) => verified !== null).length
  if (jurors.length === 0)
    return (
      <Notice tone="warning">
        No quotes yet. Draft a challenge for cause, and confirm the juror’s answer in the review room.
      </Notice>
    )
  return (
    <section aria-labelledby="motion-quotes" className="grid gap-3">
      <h3 id="motion-quotes" className="font-medium">
        Quotes <span className="tabular font-normal text-ink-3">{`(${done} of ${quotes.length} verified)`}</span>
      </h3>
      {jurors.map((juror) => (
        <JurorQuotes key={juror.jurorId} juror={juror} />
      ))}
    </section>
  )
}

const listQuotes = ({ chains }: MotionJuror): MotionQuote[] => chains.flatMap(({ quotes }) => quotes)

function JurorQuotes({ juror }: { juror: MotionJuror }) {
  const { jurorNumber, ground } = juror
  return (
    <div className="grid gap-2">
      <p>
        <span className="font-medium">{`Juror ${jurorNumber}`}</span>
        <span className="text-ink-2">
          {ground ? ` · ${ground.label}${ground.source ? ` (${ground.source})` : ''}` : ' · No ground chosen'}
        </span>
      </p>
      <ul className="grid gap-3">
        {listQuotes(juror).map((quote) => (
          <Quote key={`${quote.videoId}${quote.id}`} quote={quote} />
        ))}
      </ul>
    </div>
  )
}

function Quote({ quote }: { quote: MotionQuote }) {
  const { id: quoteId, part, question, text, sessionId, videoId, start, page, line, verified } = quote
  const cache = useQueryClient()
  const verify = useCommand(verifyMotionQuote)
  const place = [
    page !== null && `page ${page}${line === null ? '' : `, line ${line}`}`,
    start !== null && formatDuration(start),
  ].filter(Boolean)
  const change = (to: boolean) =>
    verify.mutate(
      { params: { sessionId }, input: { quoteId, videoId, verified: to } },
      {
        onSettled: () =>
          void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === estimateExport.path }),
      },
    )
  return (
    <li className="grid gap-1 border-l-2 border-line-strong pl-3">
      {question && <p className="text-sm text-ink-3" dir="auto">{`Q. ${question}`}</p>}
      <blockquote dir="auto" className="break-words">{`“${text}”`}</blockquote>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Checkbox
          label="Verified against the recording"
          aria-label={`Verified against the recording: ${part === 'ruling' ? 'ruling' : 'answer'} at ${place.join(', ')}`}
          hint={verified ? `${verified.by}, ${formatDateTime(verified.at)}` : undefined}
          checked={verified !== null}
          disabled={verify.isPending}
          onChange={(event) => change(event.target.checked)}
        />
        <Link
          to="/sessions/$sessionId/review"
          params={{ sessionId }}
          search={{ v: videoId, ...(start !== null && { t: start }) }}
          target="_blank"
          className={aloneLinkClass}
        >
          {`Play ${place.join(', ')}`}
        </Link>
      </div>
      {verify.error && (
        <Notice tone="danger" alert>
          {describeError(verify.error)}
        </Notice>
      )}
    </li>
  )
}
