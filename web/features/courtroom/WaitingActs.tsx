import { Button } from '#web/ui/Button.tsx'
import type { Queued } from './courtQueue.ts'
import type { CourtQueue } from './useCourtQueue.ts'
import { actWords } from './pending.ts'

/** What waits for the line, and what the server refused when it was back: a person decides what becomes of it. */
export function WaitingActs({ court }: { court: CourtQueue }) {
  const waiting = court.queue.filter(({ problem }) => problem === null)
  const refused = court.queue.filter(({ problem }) => problem !== null)
  if (court.queue.length === 0) return null
  return (
    <section aria-label="Not sent yet" className="grid gap-2">
      {waiting.length > 0 && (
        <output className="block rounded-card bg-warning-soft px-4 py-2 text-warning-fg">
          {`${waiting.length} kept on this device; sent as soon as the line is back.`}
        </output>
      )}
      {refused.map((each) => (
        <Refused key={each.act.eventId} queued={each} court={court} />
      ))}
    </section>
  )
}

function Refused({ queued: { act, problem }, court }: { queued: Queued; court: CourtQueue }) {
  const time = new Date(act.at).toLocaleTimeString(undefined, { timeStyle: 'short' })
  const strikeId = 'strikeId' in act ? act.strikeId : null
  const discard = () =>
    court.forget(
      (each) =>
        each.act.eventId !== act.eventId &&
        // What followed from it means nothing without it.
        (strikeId === null || act.kind !== 'said' || !('strikeId' in each.act) || each.act.strikeId !== strikeId),
    )
  return (
    <div role="alert" className="grid gap-2 rounded-card border border-danger-fg bg-surface p-3">
      <p className="font-medium">{`Not taken: ${actWords(act)}, juror ${act.jurorNumber}, ${time}`}</p>
      <p>{problem}</p>
      <div className="flex flex-wrap gap-2">
        <Button className="min-h-11" onClick={() => court.retry(act.eventId)}>
          Try again
        </Button>
        <Button className="min-h-11" onClick={discard}>
          Discard mine
        </Button>
      </div>
    </div>
  )
}
