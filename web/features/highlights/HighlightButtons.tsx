import { Check, Pin, RotateCcw, X } from 'lucide-react'
import { severities } from '#contract/findings/findings.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { severityWords } from '#contract/highlights/words.ts'
import { Button, cx, IconButton } from '#web/ui/kit.ts'
import type { Decisions } from './useHighlights.ts'

type ButtonsProps = {
  highlight: Highlight
  decisions: Decisions
  onDismiss: (items: readonly Highlight[]) => void
}

/** Whether it stands, and how grave it is. */
export function DecisionButtons({ highlight, decisions, onDismiss }: ButtonsProps) {
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

export function SeldomButtons({ highlight, decisions }: Omit<ButtonsProps, 'onDismiss'>) {
  const { status, pinned, source } = highlight
  return (
    <>
      {status !== 'suggested' && source === 'ai' && (
        <IconButton
          label="Make it a suggestion again"
          word="A suggestion again"
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
