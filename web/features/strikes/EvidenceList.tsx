import { Play, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { StrikeEvidence } from '#contract/strikes/data.ts'
import { formatDateTime, formatTimecode } from '#web/platform/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

/** A player of one stretch; the screen has one. */
export type RenderClip = (clip: { videoId: string; start: number; end: number | null }) => ReactNode

type EvidenceListProps = {
  evidence: readonly StrikeEvidence[]
  renderClip: RenderClip
  onRemove?: (evidenceId: string) => void
}

/** The words and seconds a strike rests on, each playable in its place. */
export function EvidenceList({ evidence, renderClip, onRemove }: EvidenceListProps) {
  const [playing, setPlaying] = useState<string | null>(null)
  if (evidence.length === 0) return <p className="text-ink-2">No evidence yet.</p>
  return (
    <ul className="grid gap-2">
      {evidence.map((item) => (
        <li key={item.id} className="rounded-card border border-line p-3">
          <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
            {item.of === 'objection' && <Badge>For the objection</Badge>}
            {item.textChanged && <Badge tone="warning">Text changed</Badge>}
            {item.cite && <span className="tabular">{item.cite}</span>}
            {item.playable && item.videoId && item.start !== null && (
              <Button
                variant="quiet"
                icon={<Play className="size-4" />}
                aria-expanded={playing === item.id}
                onClick={() => setPlaying(playing === item.id ? null : item.id)}
              >
                {formatTimecode(item.start)}
              </Button>
            )}
            {onRemove && (
              <span className="ml-auto">
                <IconButton
                  label={`Remove evidence “${item.quote.slice(0, 40) || item.note.slice(0, 40)}”`}
                  icon={<Trash2 className="size-4" />}
                  onClick={() => onRemove(item.id)}
                />
              </span>
            )}
          </div>
          {item.question && <p className="mt-1 text-sm text-ink-3">{item.question}</p>}
          {item.quote && (
            <blockquote className="mt-1 border-l-2 border-line-strong pl-3 break-words whitespace-pre-line">
              {item.speaker && <span className="font-medium">{`${item.speaker}: `}</span>}“{item.quote}”
            </blockquote>
          )}
          {item.textChanged && (
            <p className="mt-1 text-sm text-warning-fg">
              {item.textChangedAt
                ? `The transcript was corrected ${formatDateTime(item.textChangedAt)} and no longer says this.`
                : 'The transcript was made anew and no longer says this.'}
            </p>
          )}
          {item.note && (
            <p className="text-sm break-words not-first:mt-1">
              <span className="text-ink-2">Note:</span> {item.note}
            </p>
          )}
          {playing === item.id &&
            item.videoId &&
            item.start !== null &&
            renderClip({ videoId: item.videoId, start: item.start, end: item.end })}
        </li>
      ))}
    </ul>
  )
}
