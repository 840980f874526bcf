import { useState } from 'react'
import { formatTime } from '#web/platform/format.ts'
import { Button } from '#web/ui/kit.ts'
import { isWaiting, type Queued } from './courtQueue.ts'
import { LeaveField } from './CourtControls.tsx'
import { describeAct } from './pending.ts'
import type { CourtQueue } from './useCourtQueue.ts'

export function WaitingActs({ court }: { court: CourtQueue }) {
  const waiting = court.queue.filter(isWaiting)
  const refused = court.queue.filter(({ problem }) => problem !== null)
  if (waiting.length + refused.length === 0) return null
  return (
    <section aria-label="Not sent yet" className="grid gap-2">
      {waiting.length > 0 && (
        <output className="block rounded-card bg-warning-soft px-4 py-2 text-warning-fg">
          {`${waiting.length} saved on this device. They’ll be sent when you’re back online.`}
        </output>
      )}
      {refused.map((each) => (
        <Refused key={each.act.eventId} queued={each} court={court} />
      ))}
    </section>
  )
}

function Refused({ queued, court }: { queued: Queued; court: CourtQueue }) {
  const { act, problem, mayAllow } = queued
  const [reason, setReason] = useState('')
  const time = formatTime(act.at)
  const about = 'jurorNumber' in act ? `, juror ${act.jurorNumber}` : ''

  return (
    <div role="alert" className="grid gap-2 rounded-card border border-danger-fg bg-surface p-3">
      <p className="font-medium">{`Not recorded: ${describeAct(act)}${about}, ${time}`}</p>
      <p>{problem}</p>
      {mayAllow && <LeaveField value={reason} onChange={setReason} />}
      <div className="flex flex-wrap gap-2">
        {mayAllow && (
          <Button
            variant="primary"
            className="min-h-11"
            disabled={reason.trim() === ''}
            onClick={() => court.allow(act.eventId, reason.trim())}
          >
            The court allowed it
          </Button>
        )}
        <Button className="min-h-11" onClick={() => court.retry(act.eventId)}>
          Try again
        </Button>
        <Button className="min-h-11" onClick={() => court.discard(queued)}>
          Discard
        </Button>
      </div>
    </div>
  )
}
