import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readStrikeBoard } from '#contract/strikes/board.ts'
import { useRead } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { isWaiting } from './courtQueue.ts'
import { useCourtQueue } from './useCourtQueue.ts'

const noticeDelayMs = 2000

export function QueuedActs({ sessions }: { sessions: readonly string[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> can't contain block elements
    <div role="status" className="print:hidden">
      {sessions.map((sessionId) => (
        <QueuedSession key={sessionId} sessionId={sessionId} />
      ))}
    </div>
  )
}

function QueuedSession({ sessionId }: { sessionId: string }) {
  const board = useRead(readStrikeBoard, { params: { sessionId }, input: {} })
  const { queue, discard } = useCourtQueue(sessionId, board.data)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), noticeDelayMs)
    return () => clearTimeout(timer)
  }, [])
  const refused = queue.filter(({ problem }) => problem !== null)
  const waiting = queue.filter(isWaiting).length
  const isGone = board.error instanceof ApiError && board.error.status === 404
  if (refused.length === 0 && (waiting === 0 || !isLate)) return null
  const where = board.data ? ` in “${board.data.session.name}”` : ''
  return (
    <p className="bg-warning-solid px-4 py-2 text-center text-sm font-medium text-balance text-warning-on">
      {refused.length > 0
        ? `${countActs(refused.length)}${where} ${refused.length === 1 ? 'was' : 'were'} not recorded.`
        : `${countActs(waiting)}${where} ${waiting === 1 ? 'is' : 'are'} waiting to be sent from this device.`}{' '}
      {isGone ? (
        <button type="button" className="cursor-pointer underline" onClick={() => refused.forEach(discard)}>
          Session deleted. Discard
        </button>
      ) : (
        <Link to="/sessions/$sessionId/strike-log" params={{ sessionId }} className="underline">
          {refused.length > 0 ? 'Review in strike log' : 'Open strike log'}
        </Link>
      )}
    </p>
  )
}

const countActs = (count: number): string => (count === 1 ? '1 board action' : `${count} board actions`)
