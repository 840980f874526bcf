import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { BoardJuror } from '#contract/strikes/board.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

type StrikePickedProps = { juror: BoardJuror; mayDraft: boolean; onWrite: () => void; children: ReactNode }

/** The juror who was picked on the board: number, seat and a quote, so that it is the right one. */
export function StrikePicked({ juror, mayDraft, onWrite, children }: StrikePickedProps) {
  const place = useRef<HTMLDivElement>(null)
  // Below a long panel nobody would see that the press on a juror did anything.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={place}>
      <Card
        title={`Juror ${juror.number}${juror.seat === null ? '' : `, seat ${juror.seat}`}${juror.name ? `, ${juror.name}` : ''}`}
        actions={
          mayDraft && (
            <Button icon={<Plus className="size-4" />} onClick={onWrite}>
              {`Strike juror ${juror.number}`}
            </Button>
          )
        }
      >
        {juror.quote && (
          <blockquote className="mb-3 border-l-2 border-line-strong pl-3 break-words">“{juror.quote}”</blockquote>
        )}
        {children}
      </Card>
    </div>
  )
}
