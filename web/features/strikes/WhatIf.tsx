import { X } from 'lucide-react'
import { useState } from 'react'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Select } from '#web/ui/Select.tsx'
import { getSelectionState, suppose, type Supposed } from './selection.ts'

/** "If we strike 7 and they strike 15, seat 12 is 31." Nothing here touches the record. */
export function WhatIf({ selection }: { selection: NonNullable<StrikeBoard['selection']> }) {
  const [supposed, setSupposed] = useState<readonly Supposed[]>([])
  const [side, setSide] = useState<Supposed['side']>('us')
  const state = getSelectionState(selection)
  const { seats, refused } = suppose(selection, supposed)
  const taken = new Set(supposed.map(({ jurorId }) => jurorId))
  const findNumber = (id: string) => state.numbers.get(id) ?? ''
  const choices = state.order.filter((id) => !state.out.has(id) && !taken.has(id))
  return (
    <Card title="What if">
      <div className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label="Who strikes"
            value={side}
            options={[
              { value: 'us', label: 'We strike' },
              { value: 'them', label: 'They strike' },
            ]}
            onChange={(event) => setSide(event.target.value === 'them' ? 'them' : 'us')}
          />
          <Select
            label="Whom"
            value=""
            placeholder="Choose a juror"
            options={choices.map((id) => ({ value: id, label: `Juror ${findNumber(id)}` }))}
            onChange={(event) =>
              event.target.value !== '' && setSupposed([...supposed, { side, jurorId: event.target.value }])
            }
          />
        </div>
        {supposed.length > 0 && (
          <ul className="flex flex-wrap gap-2" aria-label="Supposed strikes">
            {supposed.map((each) => (
              <li key={each.jurorId} className="flex items-center gap-1">
                <Badge tone={each.side === 'us' ? 'accent' : 'warning'}>
                  {`${each.side === 'us' ? 'We' : 'They'} strike ${findNumber(each.jurorId)}`}
                </Badge>
                <IconButton
                  label={`Take back ${findNumber(each.jurorId)}`}
                  icon={<X className="size-4" />}
                  onClick={() => setSupposed(supposed.filter((other) => other !== each))}
                />
              </li>
            ))}
            <li>
              <Button variant="quiet" onClick={() => setSupposed([])}>
                Clear
              </Button>
            </li>
          </ul>
        )}
        {refused.map((sentence) => (
          <Notice key={sentence} tone="warning">
            {sentence}
          </Notice>
        ))}
        <ol
          className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]"
          aria-label="Who would sit"
        >
          {seats.map(({ seat, number, isChanged }) => (
            <li key={seat} className="tabular grid grid-cols-[5rem_minmax(0,1fr)]">
              <span className="text-ink-2">{seat}</span>
              <span className={isChanged ? 'font-bold text-accent-ink' : ''}>
                {number === null ? 'empty' : `juror ${number}`}
                {isChanged && <span className="sr-only"> (changed)</span>}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  )
}
