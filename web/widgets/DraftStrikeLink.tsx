import { Link } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { iconWordClass, Tooltip, wordClass } from '#web/ui/kit.ts'

type DraftStrikeLinkProps = { sessionId: string; highlight: Pick<Highlight, 'id' | 'juror' | 'status'> }

export function DraftStrikeLink({ sessionId, highlight: { id, juror, status } }: DraftStrikeLinkProps) {
  if (!juror?.id || status === 'dismissed') return null
  const label = `Draft strike for juror ${juror.number}`
  return (
    <Tooltip content={label}>
      <Link
        to="/sessions/$sessionId/strike-log"
        params={{ sessionId }}
        search={{ juror: juror.id, highlight: id }}
        aria-label={label}
        className={iconWordClass}
      >
        <Scale className="size-4" aria-hidden="true" />
        <span className={wordClass}>Strike</span>
      </Link>
    </Tooltip>
  )
}
