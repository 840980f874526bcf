import { ChevronUp, CircleHelp, Copy, Ellipsis, MessageSquare, Tag, Check, Pin, RotateCcw, X } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { severities } from '#contract/findings/findings.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import {
  dismissReasonWords,
  highlightTitle,
  highlightTypeWords,
  stanceWords,
  severityWords,
} from '#contract/highlights/words.ts'
import { formatDuration, formatTimecode } from '#web/platform/format.ts'
import { Badge, Button, cx, IconButton, SeverityMark, usePrinting } from '#web/ui/kit.ts'
import { CommentThread } from './CommentThread.tsx'
import { TagsField } from './TagsField.tsx'
import { HighlightStatusBadge, describeSpeaker } from './labels.tsx'
import type { Decisions } from './useDecisions.ts'

const besideIcons = 'gap-1.5! px-2!'

type HighlightCardProps = {
  highlight: Highlight
  caseId: string
  decisions: Decisions
  may: { review: boolean; comment: boolean }
  isSelected?: boolean
  folds?: boolean
  choice?: ReactNode
  onPlay: (highlight: Highlight) => void
  onDismiss: (items: readonly Highlight[]) => void
  onCopy?: (highlight: Highlight) => void
  more?: (highlight: Highlight) => ReactNode
  /** Also shown in the collapsed line, which has room for one icon. */
  lead?: (highlight: Highlight) => ReactNode
  rest?: (highlight: Highlight) => ReactNode
  children?: ReactNode
}

type Part = 'why' | 'tags' | 'comments'
type PartProps = { open: Part | null; onToggle: (part: Part) => void }

export const HighlightCard = memo(function HighlightCard(props: HighlightCardProps) {
  const { highlight, caseId, decisions, may, isSelected = false, folds = false, children } = props
  const fold = useFold(isSelected, folds)
  const [open, setOpen] = useState<Part | null>(null)
  const [isMore, setMore] = useState(false)
  const parts = { open, onToggle: (part: Part) => setOpen(open === part ? null : part) }
  return (
    <li
      data-highlight={highlight.id}
      {...(isSelected && { 'aria-current': 'true' as const })}
      className={cx(
        'rounded-card border bg-surface',
        fold.isOpen ? 'p-3' : 'px-2 py-1',
        // `content-visibility` clips overflow, which would cut off an open menu.
        fold.isOpen && !isMore && '[contain-intrinsic-height:14rem] [content-visibility:auto]',
        highlight.status === 'suggested' ? 'border-dashed border-line-strong' : 'border-line',
        isSelected && 'outline-2 -outline-offset-2 outline-accent',
      )}
    >
      {fold.isOpen ? (
        <>
          <Head {...props} {...(folds && { onFold: fold.toggle })} />
          <Said highlight={highlight} showsTags={open !== 'tags'} />
          {children && <div className="mt-2">{children}</div>}
          <PrimaryActions {...props} {...parts} isMore={isMore} onMore={setMore} />
          {isMore && <MoreActions {...props} {...parts} />}
          {open === 'why' && <Why highlight={highlight} />}
          {open === 'tags' && may.review && (
            <div className="mt-2">
              <TagsField tags={highlight.tags} onChange={(tags) => decisions.update(highlight, { tags })} />
            </div>
          )}
          {open === 'comments' && <CommentThread highlightId={highlight.id} caseId={caseId} mayComment={may.comment} />}
        </>
      ) : (
        <Line {...props} onOpen={fold.toggle} />
      )}
    </li>
  )
})

function useFold(isSelected: boolean, folds: boolean) {
  const isPrinting = usePrinting()
  const [wasSelected, setWasSelected] = useState(isSelected)
  const [chosen, setChosen] = useState<boolean | null>(null)
  if (wasSelected !== isSelected) {
    setWasSelected(isSelected)
    setChosen(null)
  }
  const isOpen = !folds || isPrinting || (chosen ?? isSelected)
  return { isOpen, toggle: () => setChosen(!isOpen) }
}

function Line({ highlight, may, choice, lead, onPlay, onOpen }: HighlightCardProps & { onOpen: () => void }) {
  const { severity, type, quote, juror, textChanged, status } = highlight
  const isConfirmed = status === 'confirmed'
  return (
    <div className="flex items-center gap-2">
      {choice}
      <button
        type="button"
        aria-expanded={false}
        onClick={onOpen}
        className="grid min-h-8 min-w-0 flex-1 cursor-pointer grid-cols-[minmax(0,1fr)] gap-0.5 py-0.5 text-left touch:min-h-11"
      >
        <span className="flex min-w-0 items-center gap-2 text-sm">
          <SeverityMark level={severity} />
          {juror && <span className="shrink-0 font-medium">{`Juror ${juror.number}`}</span>}
          <span className="sr-only">{highlightTitle(highlight)}</span>
          {textChanged ? (
            <Badge tone="warning">Text changed</Badge>
          ) : (
            <span aria-hidden="true" className="truncate text-ink-2">
              {highlightTypeWords[type]}
            </span>
          )}
          {isConfirmed && <Check aria-hidden="true" className="size-4 shrink-0 text-success-fg" />}
          <span className={cx('shrink-0', (textChanged || isConfirmed || status === 'suggested') && 'sr-only')}>
            <HighlightStatusBadge highlight={highlight} />
          </span>
        </span>
        {quote && <span className="truncate text-sm">{`“${quote}”`}</span>}
      </button>
      <PlayTime highlight={highlight} onPlay={onPlay} />
      {may.review && lead?.(highlight)}
    </div>
  )
}

function PlayTime({ highlight, onPlay }: Pick<HighlightCardProps, 'highlight' | 'onPlay'>) {
  const { start } = highlight
  if (start === null) return null
  return (
    <button
      type="button"
      title={formatTimecode(start)}
      aria-label={`Play from ${formatDuration(start)}`}
      onClick={() => onPlay(highlight)}
      className="tabular min-h-6 cursor-pointer text-accent-ink hover:underline touch:min-h-11"
    >
      {formatDuration(start)}
    </button>
  )
}

function Head({ highlight, choice, onPlay, onFold }: HighlightCardProps & { onFold?: () => void }) {
  const { severity, stance, pinned, textChanged } = highlight
  return (
    <div className="flex items-start gap-2">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 touch:py-2.5">
        {choice}
        <SeverityMark level={severity} />
        <span className="font-medium">{highlightTitle(highlight)}</span>
        {stance && <Badge>{stanceWords[stance]}</Badge>}
        <HighlightStatusBadge highlight={highlight} />
        {pinned && <Badge>Pinned</Badge>}
        {textChanged && <Badge tone="warning">Text changed</Badge>}
        {highlight.opinion && !highlight.opinion.agrees && <Badge tone="warning">Second opinion disagrees</Badge>}
      </div>
      <PlayTime highlight={highlight} onPlay={onPlay} />
      {onFold && (
        <IconButton label="Show less" aria-expanded icon={<ChevronUp className="size-4" />} onClick={onFold} />
      )}
    </div>
  )
}

function Said({ highlight, showsTags }: { highlight: Highlight; showsTags: boolean }) {
  const { question, quote, dismissReason, decidedBy, tags } = highlight
  const name = describeSpeaker(highlight)
  return (
    <>
      {question && <p className="mt-2 text-sm text-ink-3">{question}</p>}
      <blockquote className="mt-1 border-l-2 border-line-strong pl-3 break-words whitespace-pre-line">
        {name && <span className="font-medium">{`${name}: `}</span>}
        {quote ? `“${quote}”` : 'No words in this clip'}
      </blockquote>
      {dismissReason && <p className="mt-1 text-sm text-ink-2">{`Dismissed: ${dismissReasonWords[dismissReason]}`}</p>}
      {decidedBy && <p className="mt-1 text-sm text-ink-3">{`By ${decidedBy}`}</p>}
      {tags.length > 0 && showsTags && (
        <p className="mt-1 flex flex-wrap gap-1">
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
      )}
    </>
  )
}

function PrimaryActions(
  props: HighlightCardProps & PartProps & { isMore: boolean; onMore: (isMore: boolean) => void },
) {
  const { highlight, may, onCopy, more, open, onToggle, isMore, onMore } = props
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1">
      {may.review && <DecisionButtons {...props} />}
      {highlight.why && (
        <Button
          variant="quiet"
          className={besideIcons}
          aria-expanded={open === 'why'}
          icon={<CircleHelp className="size-4" />}
          onClick={() => onToggle('why')}
        >
          Why flagged
        </Button>
      )}
      <Button
        variant="quiet"
        className={besideIcons}
        aria-expanded={open === 'comments'}
        icon={<MessageSquare className="size-4" />}
        onClick={() => onToggle('comments')}
      >
        {highlight.comments === 1 ? '1 comment' : `${highlight.comments} comments`}
      </Button>
      {may.review && more?.(highlight)}
      {(may.review || onCopy) && (
        <IconButton
          label="More actions"
          word="More"
          aria-expanded={isMore}
          icon={<Ellipsis className="size-4" />}
          onClick={() => onMore(!isMore)}
        />
      )}
    </div>
  )
}

function MoreActions(props: HighlightCardProps & PartProps) {
  const { highlight, may, onCopy, rest, open, onToggle } = props
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1">
      {may.review && (
        <>
          <MoreButtons {...props} />
          <IconButton
            label="Tags"
            word="Tags"
            aria-expanded={open === 'tags'}
            icon={<Tag className="size-4" />}
            onClick={() => onToggle('tags')}
          />
          {rest?.(highlight)}
        </>
      )}
      {onCopy && (
        <IconButton
          label="Copy citation"
          word="Copy citation"
          icon={<Copy className="size-4" />}
          onClick={() => onCopy(highlight)}
        />
      )}
    </div>
  )
}

function Why({ highlight: { why, latencyMs, rules, opinion } }: { highlight: Highlight }) {
  return (
    <p className="mt-2 text-sm text-ink-2">
      {why}
      {latencyMs !== null && ` Pause before the answer: ${(latencyMs / 1000).toFixed(1)}\u00A0s.`}
      {opinion && (
        <span className="block">
          {`Second opinion (${opinion.model}) ${opinion.agrees ? 'agrees' : 'disagrees'}: “${opinion.quote}” ${opinion.why}`}
        </span>
      )}
      {rules.length > 0 && <span className="block text-ink-3">{`Rules: ${rules.join(', ')}`}</span>}
    </p>
  )
}

type ButtonsProps = {
  highlight: Highlight
  decisions: Decisions
  onDismiss: (items: readonly Highlight[]) => void
}

function DecisionButtons({ highlight, decisions, onDismiss }: ButtonsProps) {
  const { status, severity } = highlight
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

function MoreButtons({ highlight, decisions }: Omit<ButtonsProps, 'onDismiss'>) {
  const { status, pinned, source } = highlight
  return (
    <>
      {status !== 'suggested' && source === 'ai' && (
        <IconButton
          label="Return to suggestions"
          word="Return to suggestions"
          icon={<RotateCcw className="size-4" />}
          disabled={decisions.busy}
          onClick={() => decisions.reopen([highlight])}
        />
      )}
      <IconButton
        label={pinned ? 'Unpin' : 'Pin'}
        word={pinned ? 'Unpin' : 'Pin'}
        icon={<Pin className={cx('size-4', pinned && 'fill-current')} />}
        onClick={() => decisions.update(highlight, { pinned: !pinned })}
      />
    </>
  )
}
