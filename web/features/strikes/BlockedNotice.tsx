import { Link } from '@tanstack/react-router'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { linkClass, Notice } from '#web/ui/kit.ts'

export function BlockedNotice({ board }: { board: StrikeBoard }) {
  const { readOnly, case: inCase } = board
  if (readOnly === null) return null
  return (
    <Notice>
      {readOnly}
      {inCase.selectionMethod === null && (
        <>
          {' '}
          <Link to="/cases/$caseId" params={{ caseId: inCase.id }} className={linkClass}>
            Open the case
          </Link>
        </>
      )}
    </Notice>
  )
}
