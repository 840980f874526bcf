import type { ReactNode } from 'react'
import type { ClockPlace } from '#contract/strikes/clock.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { PlaceLink } from './PlaceLink.tsx'
import { objectionWords, positionWords, primaFacieWords, remedyWords } from './strikeWords.ts'

type StrikeFactsProps = { strike: Strike; hasNoRecording: boolean }

/** What was said about a strike in court, when, and where in a recording that is. */
export function StrikeFacts({ strike, hasNoRecording }: StrikeFactsProps) {
  const { objection } = strike
  const time = (at: string, place: ClockPlace | null): ReactNode => (
    <>
      {formatDateTime(at)}
      {place && (
        <>
          {' · '}
          <PlaceLink sessionId={strike.sessionId} place={place} />
        </>
      )}
      {hasNoRecording && <span className="text-ink-3"> · no recording yet</span>}
    </>
  )
  const facts: [string, ReactNode][] = [
    ['Used by', strike.defendant !== null && `${strike.defendant} alone`],
    ['Called', strike.calledAt !== null && time(strike.calledAt, strike.calledPlace)],
    [
      'Opposing position',
      strike.exercisedAt !== null &&
        strike.kind === 'cause' &&
        // Of the court’s own challenge nobody is asked for a position.
        (strike.madeBy !== 'court' || strike.opposingPosition !== 'unknown') &&
        positionWords[strike.opposingPosition],
    ],
    ['Ruled', strike.ruledAt !== null && time(strike.ruledAt, strike.ruledPlace)],
    ['The judge', strike.judgeWords && `“${strike.judgeWords}”`],
    [
      'Remedy',
      strike.remedy && `${remedyWords[strike.remedy]}${strike.remedyRestored ? '; the challenge was given back' : ''}`,
    ],
    [
      'Objection',
      objection &&
        `${objectionWords[objection.basis]}, prima facie ${primaFacieWords[objection.primaFacie].toLowerCase()}`,
    ],
    ['Reasons stated', objection?.reasonsStated],
    ['Reply', objection?.reply],
    ['Finding', objection?.finding],
    ['The court allowed it', strike.courtAllowed],
    ['Reason', strike.endReason],
  ]
  const known = facts.filter(([, value]) => Boolean(value))
  if (known.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {known.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
