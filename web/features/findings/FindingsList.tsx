import { type FindingType, findingTypes, type VideoFinding } from '#contract/findings.ts'
import { subWords } from '#contract/findings.words.ts'
import { useState } from 'react'
import { formatDuration, formatPercent, formatTimecode } from '#web/platform/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SeverityMark } from '#web/ui/SeverityMark.tsx'
import { stanceLabels, typeLabels } from './labels.ts'

type FindingsListProps = {
  findings: readonly VideoFinding[]
  /** Why none were looked for, in one sentence. */
  skipped: string | null
  nameOf: (speaker: string) => string
  onSeek: (seconds: number) => void
}

/** What the machine suggests, with the words it rests on. A suggestion until a person confirms it. */
export function FindingsList({ findings, skipped, nameOf, onSeek }: FindingsListProps) {
  const [only, setOnly] = useState<FindingType | null>(null)
  if (findings.length === 0) {
    return (
      <EmptyState
        title={skipped ?? 'No findings'}
        hint={
          skipped
            ? undefined
            : 'Hardships, bias indicators, long pauses of 3 seconds and more and key statements were looked for in the jurors’ own words.'
        }
      />
    )
  }
  const shown = only ? findings.filter((each) => each.type === only) : findings
  return (
    <div className="grid gap-3">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Show only</legend>
        {findingTypes.map((type) => {
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
              {`${typeLabels[type]} ${count}`}
            </button>
          )
        })}
      </fieldset>
      <ul className="grid gap-3">
        {shown.map((finding) => (
          <FindingCard
            key={finding.id}
            finding={finding}
            name={finding.speaker === null ? null : nameOf(finding.speaker)}
            onSeek={onSeek}
          />
        ))}
      </ul>
    </div>
  )
}

function FindingCard({
  finding,
  name,
  onSeek,
}: {
  finding: VideoFinding
  name: string | null
  onSeek: (seconds: number) => void
}) {
  const { type, sub, severity, stance, quote, question, why, confidence, startMs, latencyMs } = finding
  return (
    <li className="rounded-card border border-dashed border-line-strong bg-surface p-3">
      <p className="flex flex-wrap items-center gap-2">
        <SeverityMark level={severity} />
        <span className="font-medium">{typeLabels[type]}</span>
        {type !== 'long_pause' && <span className="text-sm text-ink-2">{subWords(sub)}</span>}
        {stance && <Badge tone="neutral">{stanceLabels[stance]}</Badge>}
        <Badge tone="info" dashed>
          {`AI · ${formatPercent(confidence)}`}
        </Badge>
        {startMs !== null && (
          <button
            type="button"
            title={formatTimecode(startMs / 1000)}
            aria-label={`Play from ${formatDuration(startMs / 1000)}`}
            onClick={() => onSeek(startMs / 1000)}
            className="tabular ml-auto min-h-6 cursor-pointer text-accent-ink hover:underline"
          >
            {formatDuration(startMs / 1000)}
          </button>
        )}
      </p>
      {question && <p className="mt-2 text-sm text-ink-3">{question}</p>}
      <blockquote className={cx('mt-1 border-l-2 border-line-strong pl-3', !quote && 'hidden')}>
        {name && <span className="font-medium">{`${name}: `}</span>}
        {`“${quote}”`}
      </blockquote>
      <p className="mt-2 text-sm text-ink-2">
        {why}
        {latencyMs !== null && type === 'long_pause' ? ` Measured: ${(latencyMs / 1000).toFixed(1)} s.` : ''}
      </p>
    </li>
  )
}
