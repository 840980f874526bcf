import { Link } from '@tanstack/react-router'
import type { Strike } from '#contract/strikes/strikes.ts'

type StrikeLinkProps = {
  strike: Pick<Strike, 'id' | 'sessionId' | 'jurorNumber' | 'label'>
  /** The tab of the strike log on which the strike stands. */
  tab?: 'list' | 'approvals'
}

/** "Juror 7: Peremptory 2": leads to the strike's own card, in the strike log of the session it was made in. */
export function StrikeLink({ strike, tab = 'list' }: StrikeLinkProps) {
  return (
    <Link
      to="/sessions/$sessionId/strike-log"
      params={{ sessionId: strike.sessionId }}
      search={{ tab }}
      hash={strike.id}
      className="font-medium break-words"
    >
      {`Juror ${strike.jurorNumber}: ${strike.label}`}
    </Link>
  )
}
