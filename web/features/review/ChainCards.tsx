import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import type { HedgeLevel } from '#contract/findings/findings.ts'
import { type ChainRecord, type Said, listChains } from '#contract/highlights/chains.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { highlightTitle, stanceWords } from '#contract/highlights/words.ts'
import { type SpeakerRole, speakerRoleWords } from '#contract/videos/transcript.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { formatDuration } from '#web/platform/format.ts'
import { usePages } from '#web/platform/pages.ts'
import { Badge, EmptyState, IconButton, ShowMore, Skeleton } from '#web/ui/kit.ts'

const hedgeWords: Record<HedgeLevel, string> = {
  firm: 'Firm',
  soft: 'Hedged',
  weak: 'Weak',
  refusal: 'Refused',
}
const outcomeWords: Record<ChainRecord['outcome'], string> = {
  unresolved: 'Unresolved',
  equivocal: 'Equivocal',
  rehabilitated: 'Rehabilitated',
  reaffirmed: 'Reaffirmed',
  excused: 'Excused',
  not_excused: 'Not excused',
  schedule_fixed: 'Resolved by scheduling',
}

type ChainCardsProps = {
  sessionId: string
  speakerOf: (highlight: Highlight) => string | null
  onPlay: (videoId: string, seconds: number) => void
  onCopy: (highlight: Highlight) => void
  onCopyWords: (words: Said & { videoId: string; name: string | null }) => void
  renderMore: (concern: Highlight) => ReactNode
}

export function ChainCards(props: ChainCardsProps) {
  const chains = useChains(props.sessionId)
  return (
    <Loaded query={chains} skeleton={<Skeleton className="h-40" />}>
      {({ pages }) =>
        pages.every((page) => page.items.length === 0) ? (
          <EmptyState title="No chains" hint="A chain appears when follow-up questions return to a juror’s concern." />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <ul aria-label="Chains" className="grid grid-cols-[minmax(0,1fr)] gap-3">
              {pages
                .flatMap((page) => page.items)
                .map((chain) => (
                  <ChainCard key={`${chain.videoId} ${chain.number}`} chain={chain} {...props} />
                ))}
            </ul>
            {chains.hasNextPage && (
              <ShowMore
                label="Show more chains"
                busy={chains.isFetchingNextPage}
                onClick={() => void chains.fetchNextPage()}
              />
            )}
          </div>
        )
      }
    </Loaded>
  )
}

function ChainCard({ chain, ...props }: ChainCardsProps & { chain: ChainRecord }) {
  const { videoId, concern, probes, outcome, ruling } = chain
  const { speakerOf, onPlay, onCopy, onCopyWords, renderMore } = props
  const juror = speakerOf(concern)
  const renderWords = (words: Said, name: string | null) => (
    <Words
      words={words}
      name={name}
      onPlay={(seconds) => onPlay(videoId, seconds)}
      onCopy={() => onCopyWords({ ...words, videoId, name })}
    />
  )
  return (
    <li className="rounded-card border border-line bg-surface p-3">
      <h3 className="flex flex-wrap items-center gap-2 font-medium">
        {[juror, highlightTitle(concern)].filter(Boolean).join(' · ')}
        <Badge tone={concern.status === 'suggested' ? 'info' : 'neutral'} dashed={concern.status === 'suggested'}>
          {outcomeWords[outcome]}
        </Badge>
      </h3>
      <ol className="mt-2 grid gap-3">
        <Step title="Concern" note={concern.stance && stanceWords[concern.stance]}>
          {concern.question && <p className="text-ink-3">{concern.question}</p>}
          <Words
            words={{ ...concern, text: concern.quote }}
            name={juror}
            onPlay={(seconds) => onPlay(videoId, seconds)}
            onCopy={() => onCopy(concern)}
          />
        </Step>
        {probes.map(({ question, askerRole, answer, hedge, latencyMs }) => (
          <Step
            key={answer.turn}
            title="Follow-up"
            note={[
              hedge && `${hedgeWords[hedge]} answer`,
              latencyMs !== null && `after ${(latencyMs / 1000).toFixed(1)}\u00A0s`,
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            {question && renderWords(question, nameOfRole(askerRole))}
            {renderWords(answer, juror)}
          </Step>
        ))}
        <Step title="Outcome">
          <p>{outcomeWords[outcome]}</p>
        </Step>
        {ruling && <Step title="Ruling">{renderWords(ruling, speakerRoleWords.judge)}</Step>}
      </ol>
      <div className="mt-2 flex flex-wrap gap-1 empty:hidden">{renderMore(concern)}</div>
    </li>
  )
}

const nameOfRole = (role: string): string => speakerRoleWords[role as SpeakerRole] ?? speakerRoleWords.unknown

function Step({ title, note, children }: { title: string; note?: string | null; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 border-l-2 border-line-strong pl-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Badge>{title}</Badge>
        {note && <span className="tabular text-ink-2">{note}</span>}
      </p>
      {children}
    </li>
  )
}

type WordsProps = {
  words: Pick<Said, 'text' | 'start' | 'page' | 'line'>
  name: string | null
  onPlay: (seconds: number) => void
  onCopy: () => void
}

function Words({ words: { text, start, page, line }, name, onPlay, onCopy }: WordsProps) {
  return (
    <div className="flex items-start gap-1">
      <p className="min-w-0 flex-1 break-words">
        {name && <span className="font-medium">{`${name}: `}</span>}
        {`“${text}”`}
        {page !== null && <span className="tabular text-ink-3">{` ${page}:${line ?? 1}`}</span>}
      </p>
      {start !== null && (
        <button
          type="button"
          onClick={() => onPlay(start)}
          aria-label={`Play from ${formatDuration(start)}`}
          className="tabular min-h-8 shrink-0 cursor-pointer px-1 text-accent-ink hover:underline touch:min-h-11"
        >
          {formatDuration(start)}
        </button>
      )}
      <IconButton label="Copy citation" icon={<Copy className="size-4" />} onClick={onCopy} />
    </div>
  )
}

const pageSize = 30
const noTotals = z.unknown()

const useChains = (sessionId: string) =>
  usePages(listChains, { params: { sessionId }, input: { limit: pageSize } }, noTotals)
