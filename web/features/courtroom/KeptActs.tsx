import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isWaiting } from './courtQueue.ts'
import { useCourtQueue } from './useCourtQueue.ts'

/** What is sent within this time is not worth a word. */
const quietMs = 2000

/**
 * Sends from any screen what was done in court without a line, and leads to where a person decides about what was
 * refused: whoever left the board, or closed the lid, need not think of it.
 */
export function KeptActs({ sessions }: { sessions: readonly string[] }) {
  return sessions.map((sessionId) => <KeptSession key={sessionId} sessionId={sessionId} />)
}

function KeptSession({ sessionId }: { sessionId: string }) {
  const { queue } = useCourtQueue(sessionId, undefined)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), quietMs)
    return () => clearTimeout(timer)
  }, [])
  const refused = queue.filter(({ problem }) => problem !== null).length
  const waiting = isLate ? queue.filter(isWaiting).length : 0
  if (refused + waiting === 0) return null
  return (
    <section
      aria-label="Courtroom"
      className="bg-warning-solid px-4 py-2 text-center text-sm font-medium text-balance text-warning-on print:hidden"
    >
      {[
        ...(waiting > 0
          ? [`${acts(waiting)} in court ${waiting === 1 ? 'waits' : 'wait'} on this device for the line.`]
          : []),
        ...(refused > 0 ? [`${acts(refused)} in court ${refused === 1 ? 'was' : 'were'} not taken.`] : []),
      ].join(' ')}{' '}
      <Link to="/sessions/$sessionId/strike-log" params={{ sessionId }} className="underline">
        {refused > 0 ? 'Decide in the strike log' : 'Open the strike log'}
      </Link>
    </section>
  )
}

const acts = (count: number): string => (count === 1 ? '1 act' : `${count} acts`)
