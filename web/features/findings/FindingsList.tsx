import type { VideoFinding } from '#contract/findings/findings.ts'
import { subWords } from '#contract/findings/words.ts'
import { type HighlightType, highlightTypes } from '#contract/highlights/highlights.ts'
import { highlightSpecs, highlightTypeWords, stanceWords } from '#contract/highlights/words.ts'
import { type ReactNode, useState } from 'react'
import { describeConfidence, formatDuration, formatTimecode } from '#web/platform/format.ts'
import { Badge, Button, cx, EmptyState, LongList, SeverityMark } from '#web/ui/kit.ts'

type Listed = { id: string; type: HighlightType }
type FindingsListProps<T extends Listed> = {
  findings: readonly T[]
  skipped: string | null
  nextStep?: ReactNode
  children: (shown: readonly T[]) => ReactNode
}

const shownOnPhone = 3
/** Hides the parts and items of the list after `shownOnPhone`. */
const phoneFoldClass =
  'max-md:not-print:[&>div>div:nth-child(n+2)]:hidden max-md:not-print:[&>div>div>ul>li:nth-child(n+4)]:hidden'

export function FindingsList<T extends Listed>({ findings, skipped, nextStep, children }: FindingsListProps<T>) {
  const [only, setOnly] = useState<HighlightType | null>(null)
  const [isWhole, setWhole] = useState(false)
  if (findings.length === 0) {
    return (
      <EmptyState
        title={skipped ?? 'No findings'}
        action={skipped && nextStep}
        hint={
          skipped
            ? undefined
            : 'No hardships, bias indicators, key statements, or pauses of 3 seconds or more were found in the jurors’ own words.'
        }
      />
    )
  }
  const shown = only ? findings.filter((each) => each.type === only) : findings
  return (
    <div className="grid gap-3">
      <fieldset className="flex min-w-0 flex-wrap gap-2 max-md:flex-nowrap max-md:overflow-x-auto max-md:[&>button]:shrink-0">
        <legend className="sr-only">Show only</legend>
        {highlightTypes.map((type) => {
          const count = findings.filter((each) => each.type === type).length
          if (count === 0) return null
          return (
            <button
              key={type}
              type="button"
              aria-pressed={only === type}
              onClick={() => setOnly(only === type ? null : type)}
              className="min-h-8 rounded-control border border-line-strong px-3 text-sm hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-ink touch:min-h-11"
            >
              {`${highlightTypeWords[type]} ${count}`}
            </button>
          )
        })}
      </fieldset>
      <div className={isWhole ? undefined : phoneFoldClass}>{children(shown)}</div>
      {!isWhole && shown.length > shownOnPhone && (
        <span className="md:hidden print:hidden">
          <Button wide onClick={() => setWhole(true)}>{`Show all ${shown.length} findings`}</Button>
        </span>
      )}
    </div>
  )
}

type FindingCardsProps = Pick<FindingCardProps, 'onSeek'> & {
  findings: readonly VideoFinding[]
  nameOf: (speaker: string) => string
  actionsOf: (finding: VideoFinding) => ReactNode
}

/** For videos outside sessions, whose findings can't be confirmed or dismissed. */
export function FindingCards({ findings, nameOf, onSeek, actionsOf }: FindingCardsProps) {
  return (
    <LongList label="Findings" items={findings} itemPx={200} className="grid gap-3">
      {(finding) => (
        <FindingCard
          key={finding.id}
          finding={finding}
          name={finding.speaker === null ? null : nameOf(finding.speaker)}
          actions={actionsOf(finding)}
          onSeek={onSeek}
        />
      )}
    </LongList>
  )
}

type FindingCardProps = {
  finding: VideoFinding
  name: string | null
  actions: ReactNode
  onSeek: (seconds: number) => void
}

function FindingCard({ finding, name, actions, onSeek }: FindingCardProps) {
  const { type, sub, severity, stance, quote, question, why, confidence, startMs, latencyMs } = finding
  return (
    <li className="rounded-card border border-dashed border-line-strong bg-surface p-3">
      <p className="flex flex-wrap items-center gap-2">
        <SeverityMark level={severity} />
        <span className="font-medium">{highlightTypeWords[type]}</span>
        {highlightSpecs[type].showsSub && <span className="text-sm text-ink-2">{subWords(sub)}</span>}
        {stance && <Badge tone="neutral">{stanceWords[stance]}</Badge>}
        <Badge tone="info" dashed>
          {`AI · ${describeConfidence(type, confidence)}`}
        </Badge>
        {startMs !== null && <PlayButton seconds={startMs / 1000} onSeek={onSeek} />}
      </p>
      {question && <p className="mt-2 text-sm text-ink-3">{question}</p>}
      <blockquote className={cx('mt-1 border-l-2 border-line-strong pl-3', !quote && 'hidden')}>
        {name && <span className="font-medium">{`${name}: `}</span>}
        {`“${quote}”`}
      </blockquote>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-64 text-sm text-ink-2">
          {why}
          {latencyMs !== null && type === 'long_pause' ? ` Measured: ${(latencyMs / 1000).toFixed(1)} s.` : ''}
        </p>
        {actions && <div className="-mx-2 -my-1 flex flex-wrap gap-1">{actions}</div>}
      </div>
    </li>
  )
}

function PlayButton({ seconds, onSeek }: Pick<FindingCardProps, 'onSeek'> & { seconds: number }) {
  return (
    <button
      type="button"
      title={formatTimecode(seconds)}
      aria-label={`Play from ${formatDuration(seconds)}`}
      onClick={() => onSeek(seconds)}
      className="tabular ml-auto min-h-6 cursor-pointer rounded-mark text-accent-ink hover:underline touch:min-h-11 touch:min-w-11"
    >
      {formatDuration(seconds)}
    </button>
  )
}
