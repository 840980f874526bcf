import { Check, Copy, MessageSquare, Pin, RotateCcw, Tag, X } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { severities } from '#contract/findings.ts'
import type { Highlight } from '#contract/highlights.ts'
import {
  dismissReasonWords,
  highlightStatusWords,
  highlightTitle,
  severityWords,
  stanceWords,
} from '#contract/highlights.words.ts'
import { formatDuration, formatPercent, formatTimecode } from '#web/platform/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SeverityMark } from '#web/ui/SeverityMark.tsx'
import { CommentThread } from './CommentThread.tsx'
import { speakerOf, statusTones } from './labels.ts'
import { TagsField } from './TagsField.tsx'
import type { Decisions } from './useHighlights.ts'

type HighlightCardProps = {
  highlight: Highlight
  caseId: string
  decisions: Decisions
  may: { review: boolean; comment: boolean }
  isSelected?: boolean
  /** A box to choose it for a batch. */
  choice?: ReactNode
  onPlay: (highlight: Highlight) => void
  onDismiss: (items: readonly Highlight[]) => void
  onCopy?: (highlight: Highlight) => void
  /** More that may be done with it, from other features: one function for all cards, so that they need not render anew. */
  more?: (highlight: Highlight) => ReactNode
  /** Shown below the quote: a player of its own, where the page has none. */
  children?: ReactNode
}

/** One highlight with the words it rests on and what may be done with it. */
export const HighlightCard = memo(function HighlightCard(props: HighlightCardProps) {
  const { highlight, may, isSelected = false, choice, onPlay, onCopy, more, children } = props
  const [open, setOpen] = useState<'why' | 'tags' | 'comments' | null>(null)
  const { id, severity, status, stance, confidence, source, start, quote, question, why, rules, latencyMs } = highlight
  const name = speakerOf(highlight)
  const toggle = (part: 'why' | 'tags' | 'comments') => setOpen(open === part ? null : part)
  return (
    <li
      data-highlight={id}
      {...(isSelected && { 'aria-current': 'true' as const })}
      className={cx(
        'rounded-card border bg-surface p-3 [contain-intrinsic-height:14rem] [content-visibility:auto]',
        status === 'suggested' ? 'border-dashed border-line-strong' : 'border-line',
        isSelected && 'outline-2 -outline-offset-2 outline-accent',
      )}
    >
      <div className="flex flex-wrap items-center gap-2">
        {choice}
        <SeverityMark level={severity} />
        <span className="font-medium">{highlightTitle(highlight)}</span>
        {stance && <Badge>{stanceWords[stance]}</Badge>}
        <Badge tone={statusTones[status]} dashed={status === 'suggested'}>
          {source === 'ai' && confidence !== null && status === 'suggested'
            ? `AI · ${formatPercent(confidence)}`
            : highlightStatusWords[status]}
        </Badge>
        {highlight.textChanged && <Badge tone="warning">Text changed</Badge>}
        {start !== null && (
          <button
            type="button"
            title={formatTimecode(start)}
            aria-label={`Play from ${formatDuration(start)}`}
            onClick={() => onPlay(highlight)}
            className="tabular ml-auto min-h-6 cursor-pointer text-accent-ink hover:underline touch:min-h-11"
          >
            {formatDuration(start)}
          </button>
        )}
      </div>
      {question && <p className="mt-2 text-sm text-ink-3">{question}</p>}
      <blockquote className="mt-1 border-l-2 border-line-strong pl-3 break-words whitespace-pre-line">
        {name && <span className="font-medium">{`${name}: `}</span>}
        {quote ? `“${quote}”` : 'No words were spoken here.'}
      </blockquote>
      {highlight.dismissReason && (
        <p className="mt-1 text-sm text-ink-2">{`Dismissed: ${dismissReasonWords[highlight.dismissReason]}`}</p>
      )}
      {highlight.decidedBy && <p className="mt-1 text-sm text-ink-3">{`By ${highlight.decidedBy}`}</p>}
      {highlight.tags.length > 0 && open !== 'tags' && (
        <p className="mt-1 flex flex-wrap gap-1">
          {highlight.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
      )}
      {children}
      <div className="mt-2 flex flex-wrap items-center gap-1">
        {may.review && <Actions {...props} />}
        {why && (
          <Button variant="quiet" aria-expanded={open === 'why'} onClick={() => toggle('why')}>
            Why flagged
          </Button>
        )}
        <Button
          variant="quiet"
          aria-expanded={open === 'comments'}
          icon={<MessageSquare className="size-4" />}
          onClick={() => toggle('comments')}
        >
          {highlight.comments === 1 ? '1 comment' : `${highlight.comments} comments`}
        </Button>
        {may.review && (
          <IconButton
            label="Tags"
            aria-expanded={open === 'tags'}
            icon={<Tag className="size-4" />}
            onClick={() => toggle('tags')}
          />
        )}
        {may.review && more?.(highlight)}
        {onCopy && (
          <IconButton label="Copy citation" icon={<Copy className="size-4" />} onClick={() => onCopy(highlight)} />
        )}
      </div>
      {open === 'why' && (
        <p className="mt-2 text-sm text-ink-2">
          {why}
          {latencyMs !== null && ` Pause before the answer: ${(latencyMs / 1000).toFixed(1)} s.`}
          {rules.length > 0 && <span className="block text-ink-3">{`Rules: ${rules.join(', ')}`}</span>}
        </p>
      )}
      {open === 'tags' && may.review && (
        <div className="mt-2">
          <TagsField tags={highlight.tags} onChange={(tags) => props.decisions.update(highlight, { tags })} />
        </div>
      )}
      {open === 'comments' && <CommentThread highlightId={id} caseId={props.caseId} mayComment={may.comment} />}
    </li>
  )
})

function Actions({ highlight, decisions, onDismiss }: HighlightCardProps) {
  const { status, pinned, severity, source } = highlight
  const isDecided = status !== 'suggested'
  return (
    <>
      {status === 'suggested' || status === 'dismissed' ? (
        <Button
          icon={<Check className="size-4" />}
          disabled={decisions.busy}
          onClick={() => decisions.confirm([highlight])}
        >
          Confirm
        </Button>
      ) : null}
      {status !== 'dismissed' && (
        <Button icon={<X className="size-4" />} disabled={decisions.busy} onClick={() => onDismiss([highlight])}>
          Dismiss
        </Button>
      )}
      {isDecided && source === 'ai' && (
        <IconButton
          label="Make it a suggestion again"
          icon={<RotateCcw className="size-4" />}
          disabled={decisions.busy}
          onClick={() => decisions.reopen([highlight])}
        />
      )}
      <IconButton
        label={pinned ? 'Unpin' : 'Pin'}
        aria-pressed={pinned}
        icon={<Pin className={cx('size-4', pinned && 'fill-current')} />}
        onClick={() => decisions.update(highlight, { pinned: !pinned })}
      />
      <label className="text-sm">
        <span className="sr-only">Severity</span>
        <select
          value={severity}
          onChange={(event) => {
            const next = severities.find((each) => each === event.target.value)
            if (next) decisions.update(highlight, { severity: next })
          }}
          className="min-h-8 rounded-control border border-line-strong bg-surface px-1 text-sm touch:min-h-11"
        >
          {severities.map((each) => (
            <option key={each} value={each}>
              {severityWords[each]}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}
