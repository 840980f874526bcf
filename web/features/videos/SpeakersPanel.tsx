import type { Span, Speaker } from '#contract/videos/analysis.ts'
import { getTotalMs } from '#contract/speakers/spans.ts'
import { formatCount, formatDuration, formatPercent } from '#web/platform/format.ts'

type SpeakersPanelProps = {
  speakers: readonly Speaker[]
  /** Several voices at once. */
  overlaps: readonly Span[]
  duration: number | null
  onSeek: (seconds: number) => void
}

const playClass =
  'tabular min-h-6 rounded-mark text-right text-sm text-accent-ink hover:underline touch:min-h-11 touch:min-w-11'

/** Who spoke, for how long, and where: a bar a speaker on one common time line. */
export function SpeakersPanel({ speakers, overlaps, duration, onSeek }: SpeakersPanelProps) {
  const spoken = speakers.reduce((sum, speaker) => sum + (speaker.talkMs ?? 0), 0)
  return (
    <ul className="grid gap-3">
      {speakers.map((speaker) => (
        <li key={speaker.label} className="grid gap-1">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="min-w-0 font-medium">{speaker.displayName}</span>
              <span className="tabular text-sm text-ink-3">
                {speaker.talkMs === null
                  ? `${formatCount(speaker.words)} words, talk time not known`
                  : `${formatDuration(speaker.talkMs / 1000)} · ${formatPercent(spoken > 0 ? speaker.talkMs / spoken : 0)} of the talk · ${formatCount(speaker.words)} words · ${formatCount(speaker.turns)} turns`}
              </span>
            </p>
            {speaker.spans[0] && (
              <button
                type="button"
                onClick={() => onSeek(speaker.spans[0]!.startMs / 1000)}
                aria-label={`Play the first words of ${speaker.displayName}`}
                className={playClass}
              >
                {formatDuration(speaker.spans[0].startMs / 1000)}
              </button>
            )}
          </div>
          <TimeLine spans={speaker.spans} duration={duration} />
        </li>
      ))}
      {overlaps.length > 0 && (
        <li className="grid gap-1">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium">Several voices at once</span>
              <span className="tabular text-sm text-ink-3">
                {`${formatDuration(getTotalMs(overlaps) / 1000)}, given to nobody`}
              </span>
            </p>
            {overlaps[0] && (
              <button
                type="button"
                onClick={() => onSeek(overlaps[0]!.startMs / 1000)}
                aria-label="Play the first moment of several voices at once"
                className={playClass}
              >
                {formatDuration(overlaps[0].startMs / 1000)}
              </button>
            )}
          </div>
          <TimeLine spans={overlaps} duration={duration} />
        </li>
      )}
    </ul>
  )
}

function TimeLine({ spans, duration }: { spans: readonly Span[]; duration: number | null }) {
  if (duration === null || duration <= 0) return null
  return (
    <svg
      viewBox={`0 0 ${duration * 1000} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-3 w-full rounded-mark bg-surface-2 text-accent"
    >
      {spans.map(({ startMs, endMs }) => (
        <rect
          key={startMs}
          x={startMs}
          y={0}
          width={Math.max(endMs - startMs, duration)}
          height={10}
          fill="currentColor"
        />
      ))}
    </svg>
  )
}
