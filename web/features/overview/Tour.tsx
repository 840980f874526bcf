import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { useAccount } from '#web/platform/session.ts'
import { readSetting, writeSetting } from '#web/platform/storage.ts'
import { Button, IconButton } from '#web/ui/kit.ts'
import { useWork } from './useWork.ts'

const setting = (userId: string) => `tour.${userId}`
const over = 'over'

const offer = {
  title: 'See Venire in one minute',
  text: 'Four stops in the sample case, from a juror’s words to the record.',
}

const stops = [
  {
    to: '/sessions/$sessionId/review',
    title: 'Hear each finding as it was said',
    text: 'Open a finding to read the question and answer. Press Play to hear them.',
  },
  {
    to: '/sessions/$sessionId/review',
    title: 'Decide with one key',
    text: 'Press Triage. C confirms a finding, X dismisses it, S drafts a strike, and Z undoes it.',
  },
  {
    to: '/sessions/$sessionId/strike-log',
    title: 'Every strike shows its basis',
    text: 'Expand a row for the quote, the timecode, your reason, and who approved it.',
  },
  {
    to: '/sessions/$sessionId/exports',
    title: 'Leave with a record',
    text: 'Download the strike record, a motion packet, or a reel of clips. In court, press Board to strike from the seats.',
  },
] as const

export function Tour() {
  const { userId } = useAccount()
  const [isOver, setOver] = useState(() => readSetting(setting(userId)) === over)
  return isOver ? null : (
    <Stops
      onEnd={() => {
        writeSetting(setting(userId), over)
        setOver(true)
      }}
    />
  )
}

function Stops({ onEnd }: { onEnd: () => void }) {
  const sessionId = useWork().data?.sessions[0]?.sessionId
  const navigate = useNavigate()
  const titleId = useId()
  const [at, setAt] = useState(-1)
  if (!sessionId) return null
  const { title, text } = stops[at] ?? offer
  const isLast = at === stops.length - 1
  const goTo = (next: number) => {
    setAt(next)
    void navigate({ to: stops[next]!.to, params: { sessionId } })
  }
  return (
    <section
      aria-labelledby={titleId}
      className="fixed inset-x-3 bottom-[calc(var(--bottom-bar)+0.75rem)] z-40 grid gap-2 rounded-card border border-line-strong bg-surface p-4 shadow-floating sm:right-auto sm:w-88 md:bottom-4 lg:left-60 print:hidden"
    >
      <div className="flex items-start gap-2">
        <div aria-live="polite" className="min-w-0 flex-1">
          {at >= 0 && <p className="tabular text-xs text-ink-2">{`Tour: ${at + 1} of ${stops.length}`}</p>}
          <h2 id={titleId} className="font-bold">
            {title}
          </h2>
          <p className="mt-1 text-sm text-ink-2">{text}</p>
        </div>
        <IconButton label="End tour" icon={<X className="size-4" />} onClick={onEnd} />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {at < 0 && (
          <Button variant="quiet" onClick={onEnd}>
            No thanks
          </Button>
        )}
        {at > 0 && (
          <Button variant="quiet" onClick={() => goTo(at - 1)}>
            Back
          </Button>
        )}
        {isLast ? (
          <Button onClick={onEnd}>Done</Button>
        ) : (
          <Button onClick={() => goTo(at + 1)}>{at < 0 ? 'Start the tour' : 'Next'}</Button>
        )}
      </div>
    </section>
  )
}
