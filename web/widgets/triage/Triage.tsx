import { Check, ChevronDown, ChevronLeft, ChevronRight, Clapperboard, Scale, Undo2, UserX, X } from 'lucide-react'
import { type MouseEvent, Suspense, useState } from 'react'
import { severities } from '#contract/findings/findings.ts'
import { dismissReasons, type Highlight } from '#contract/highlights/highlights.ts'
import { dismissReasonWords, severityWords } from '#contract/highlights/words.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { RemainingUnread, type useHighlights } from '#web/features/highlights/index.ts'
import { useTurnsUpTo } from '#web/features/transcript/index.ts'
import { lazyPart, Loaded, useShortcuts } from '#web/platform/index.ts'
import { PrivilegeMark } from '#web/shell/index.ts'
import {
  Button,
  cx,
  EmptyState,
  FullScreen,
  FullScreenClose,
  KeyHint,
  Menu,
  ProgressBar,
  Skeleton,
} from '#web/ui/kit.ts'
import { findQuestion } from './queue.ts'
import { JurorSoFar, TriageFinding } from './TriageFinding.tsx'
import { type Clip, TriageStage } from './TriageStage.tsx'
import { useTriage } from './useTriage.ts'

const StrikeFromQuote = lazyPart(
  () => import('../StrikeFromQuote.tsx'),
  ({ StrikeFromQuote }) => StrikeFromQuote,
)

type TriageProps = {
  session: Session
  highlights: ReturnType<typeof useHighlights>
  mayReview: boolean
  onClose: () => void
}

export function Triage({ session, highlights, mayReview, onClose }: TriageProps) {
  const triage = useTriage(session.id, highlights.data ?? [])
  const { items, left, current } = triage
  const [struck, setStruck] = useState<Highlight | null>(null)
  const isKnown = highlights.data !== undefined
  return (
    <FullScreen
      open
      onOpenChange={(open) => !open && onClose()}
      title="Review findings"
      header={
        <>
          <span className="min-w-0 truncate text-ink-2 max-lg:hidden">{`${session.caseTitle} · ${session.name}`}</span>
          {isKnown && (
            <>
              <span className="w-40 max-sm:hidden">
                <ProgressBar
                  label="Reviewed"
                  value={items.length === 0 ? 100 : ((items.length - left) / items.length) * 100}
                />
              </span>
              <output className="tabular text-ink-2">
                {highlights.isComplete ? `${left} of ${items.length} left` : 'Loading findings…'}
              </output>
            </>
          )}
          <FullScreenClose>
            <Button variant="quiet" className="ml-auto" icon={<X className="size-4" />}>
              Close
              <KeyHint keys="Esc" />
            </Button>
          </FullScreenClose>
        </>
      }
      footer={
        isKnown && (
          <Controls
            triage={triage}
            mayReview={mayReview}
            isDone={current === null && highlights.isComplete}
            onStrike={setStruck}
          />
        )
      }
    >
      <div className="mx-auto w-full max-w-7xl space-y-2 p-4 md:p-6">
        <PrivilegeMark />
        <Loaded query={highlights} skeleton={<TriageSkeleton />}>
          {() => (
            <>
              <RemainingUnread query={highlights} />
              {current ? (
                <Current highlight={current} all={items} onOpen={triage.open} />
              ) : highlights.isComplete ? (
                <Done count={items.length} onClose={onClose} />
              ) : (
                <TriageSkeleton />
              )}
            </>
          )}
        </Loaded>
      </div>
      {struck && (
        <Suspense fallback={null}>
          <StrikeFromQuote
            sessionId={session.id}
            highlight={struck}
            onClose={() => setStruck(null)}
            onSaved={(notice) => triage.finishStrike(struck, notice)}
          />
        </Suspense>
      )}
    </FullScreen>
  )
}

function TriageSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Skeleton className="aspect-video" />
      <Skeleton className="h-64" />
    </div>
  )
}

function Done({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <EmptyState
      icon={<Check className="size-8" />}
      title="Nothing left to review"
      hint={
        count === 0 ? 'Findings appear after a video is analyzed.' : 'Every finding has been confirmed or dismissed.'
      }
      action={<Button onClick={onClose}>Back to the review room</Button>}
    />
  )
}

type CurrentProps = { highlight: Highlight; all: readonly Highlight[]; onOpen: (highlight: Highlight) => void }

function Current({ highlight, all, onOpen }: CurrentProps) {
  const { turns, isSettled } = useTurnsUpTo(highlight.videoId, highlight.turn)
  const question = findQuestion(turns, highlight)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        <TriageStage
          videoId={highlight.videoId}
          clip={isSettled ? findClip(highlight, question?.startMs ?? null) : undefined}
        />
        <JurorSoFar highlight={highlight} all={all} onOpen={onOpen} />
      </div>
      <TriageFinding highlight={highlight} question={question} answer={turns.at(-1)} />
    </div>
  )
}

const leadIn = 2
const leadOut = 1
const untimedSeconds = 10

function findClip({ id, videoId, start, end }: Highlight, questionMs: number | null): Clip | null {
  if (start === null) return null
  const asked = questionMs === null ? null : questionMs / 1000
  const isFromQuestion = asked !== null && asked < start
  return {
    id,
    videoId,
    from: isFromQuestion ? asked : Math.max(0, start - leadIn),
    to: (end ?? start + untimedSeconds) + leadOut,
    isFromQuestion,
  }
}

const isTimed = ({ start, end }: Highlight): boolean => start !== null && end !== null

/** Keeps clicks from moving the focus so that Enter still confirms. */
const keepsFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() }

type ControlsProps = {
  triage: ReturnType<typeof useTriage>
  mayReview: boolean
  isDone: boolean
  onStrike: (highlight: Highlight) => void
}

function Controls({ triage, mayReview, isDone, onStrike }: ControlsProps) {
  const { current, notice } = triage
  const mayDecide = mayReview && current !== null
  const isKept = mayDecide && current.status !== 'dismissed'
  const mayStrike = isKept && Boolean(current.juror?.id)
  const mayAddToReel = isKept && isTimed(current)
  useShortcuts('cover', [
    { keys: 'ArrowRight', label: 'Next finding', run: triage.next },
    { keys: 'ArrowLeft', label: 'Previous finding', run: triage.previous },
    ...(mayDecide
      ? [
          { keys: 'c', label: 'Confirm', run: triage.confirm },
          { keys: 'Enter', label: 'Confirm', run: triage.confirm },
          { keys: 'x', label: 'Dismiss', run: () => triage.dismiss() },
          ...severities.map((severity, index) => ({
            keys: String(index + 1),
            label: `Severity: ${severityWords[severity]}`,
            run: () => triage.grade(severity),
          })),
        ]
      : []),
    ...(mayStrike
      ? [{ keys: 's', label: current.type === 'hardship' ? 'Excuse' : 'Strike', run: () => onStrike(current) }]
      : []),
    ...(mayAddToReel ? [{ keys: 'h', label: 'Add to reel', run: triage.toggleReel }] : []),
    ...(notice?.undo ? [{ keys: 'z', label: 'Undo', run: triage.undo }] : []),
  ])
  if (isDone && !notice && !triage.hasBack) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {mayReview && !isDone && (
        <Decisions
          triage={triage}
          may={{ decide: mayDecide, strike: mayStrike, reel: mayAddToReel }}
          onStrike={onStrike}
        />
      )}
      <Steps triage={triage} isDone={isDone} />
    </div>
  )
}

type DecisionsProps = Pick<ControlsProps, 'triage' | 'onStrike'> & {
  may: { decide: boolean; strike: boolean; reel: boolean }
}

function Decisions({ triage, may, onStrike }: DecisionsProps) {
  const { current, reason } = triage
  const isHardship = current?.type === 'hardship'
  return (
    <>
      <Button
        {...keepsFocus}
        variant="primary"
        icon={<Check className="size-4" />}
        disabled={!may.decide}
        onClick={triage.confirm}
      >
        Confirm
        <KeyHint keys="C" />
      </Button>
      <span className="flex">
        <Button {...keepsFocus} icon={<X className="size-4" />} disabled={!may.decide} onClick={() => triage.dismiss()}>
          Dismiss
          <KeyHint keys="X" />
        </Button>
        <Menu
          trigger={
            // A tooltip would cover other buttons on a phone when the menu returns focus.
            <Button
              aria-label={`Dismiss for another reason. Now: ${dismissReasonWords[reason]}`}
              className="-ml-px rounded-l-none px-1.5! touch:min-w-11"
              disabled={!may.decide}
            >
              <ChevronDown className="size-4" aria-hidden="true" />
            </Button>
          }
          items={dismissReasons.map((each) => ({
            label: dismissReasonWords[each],
            ...(each === reason && { icon: <Check className="size-4" /> }),
            onSelect: () => triage.dismiss(each),
          }))}
        />
      </span>
      <Button
        icon={isHardship ? <UserX className="size-4" /> : <Scale className="size-4" />}
        disabled={!may.strike}
        onClick={() => current && onStrike(current)}
      >
        {isHardship ? 'Excuse…' : 'Strike…'}
        <KeyHint keys="S" />
      </Button>
      <Button
        {...keepsFocus}
        icon={<Clapperboard className="size-4" />}
        aria-pressed={triage.isInReel}
        disabled={!may.reel}
        onClick={triage.toggleReel}
      >
        {triage.isInReel ? 'In reel' : 'Highlight'}
        <KeyHint keys="H" />
      </Button>
      <Menu
        trigger={
          <Button disabled={!may.decide}>
            Severity
            <KeyHint keys="1–4" />
          </Button>
        }
        items={severities.map((each, index) => ({
          label: severityWords[each],
          keys: String(index + 1),
          onSelect: () => triage.grade(each),
        }))}
      />
    </>
  )
}

function Steps({ triage, isDone }: Pick<ControlsProps, 'triage' | 'isDone'>) {
  const { current, notice } = triage
  return (
    <span className="ml-auto flex min-h-8 flex-wrap items-center gap-2 max-md:order-first max-md:w-full">
      <output
        className={cx('min-w-0 text-sm text-ink-2 max-md:text-xs', notice?.failure ? 'max-md:w-full' : 'max-md:flex-1')}
      >
        {notice && (
          <span className={notice.failure ? 'text-danger-fg' : undefined}>
            {[notice.title, notice.failure].filter(Boolean).join('. ')}
          </span>
        )}
      </output>
      {notice?.undo && (
        <Button {...keepsFocus} variant="quiet" icon={<Undo2 className="size-4" />} onClick={triage.undo}>
          Undo
          <KeyHint keys="Z" />
        </Button>
      )}
      <Button
        {...keepsFocus}
        className="max-md:ml-auto max-md:px-3.5!"
        icon={<ChevronLeft className="size-4" />}
        disabled={!triage.hasBack}
        onClick={triage.previous}
      >
        <span className="max-md:sr-only">Back</span>
        <KeyHint keys="←" />
      </Button>
      {!isDone && (
        <Button {...keepsFocus} disabled={current === null} onClick={triage.next}>
          Skip
          <KeyHint keys="→" />
          <ChevronRight className="size-4" />
        </Button>
      )}
    </span>
  )
}
