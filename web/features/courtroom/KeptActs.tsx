import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readStrikeBoard } from '#contract/strikes/board.ts'
import { useRead } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { isWaiting } from './courtQueue.ts'
import { useCourtQueue } from './useCourtQueue.ts'

/** What is sent within this time is not worth a word. */
const quietMs = 2000

/**
 * Sends from any screen what was done in court without a line, and leads to where a person decides about what was
 * refused: whoever left the board, or closed the lid, need not think of it.
 */
export function KeptActs({ sessions }: { sessions: readonly string[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a block, not a phrase
    <div role="status" className="print:hidden">
      {sessions.map((sessionId) => (
        <KeptSession key={sessionId} sessionId={sessionId} />
      ))}
    </div>
  )
}

function KeptSession({ sessionId }: { sessionId: string }) {
  // Its board tells what it has heard of, so that nothing sent is kept; and whether it is still there for this person.
  const board = useRead(readStrikeBoard, { params: { sessionId }, input: {} })
  const { queue, discard } = useCourtQueue(sessionId, board.data?.received)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), quietMs)
    return () => clearTimeout(timer)
  }, [])
  const refused = queue.filter(({ problem }) => problem !== null)
  const waiting = queue.filter(isWaiting).length
  const isGone = board.error instanceof ApiError && board.error.status === 404
  if (refused.length === 0 && (waiting === 0 || !isLate)) return null
  const of = board.data ? ` of “${board.data.session.name}”` : ''
  return (
    <p className="bg-warning-solid px-4 py-2 text-center text-sm font-medium text-balance text-warning-on">
      {refused.length > 0
        ? `${acts(refused.length)} in court${of} ${refused.length === 1 ? 'was' : 'were'} not taken.`
        : `${acts(waiting)} in court${of} ${waiting === 1 ? 'waits' : 'wait'} on this device to be sent.`}{' '}
      {isGone ? (
        <button type="button" className="cursor-pointer underline" onClick={() => refused.forEach(discard)}>
          The session is gone: discard
        </button>
      ) : (
        <Link to="/sessions/$sessionId/strike-log" params={{ sessionId }} className="underline">
          {refused.length > 0 ? 'Decide in the strike log' : 'Open the strike log'}
        </Link>
      )}
    </p>
  )
}

const acts = (count: number): string => (count === 1 ? '1 act' : `${count} acts`)
