import { Link } from '@tanstack/react-router'
import type { ClockPlace } from '#contract/strikes/clock.ts'
import { formatDuration } from '#web/platform/format.ts'
import { linkClass } from '#web/ui/linkClass.ts'
import { placeWords } from './strikeWords.ts'

/** Leads to the second of a recording at which something was, and says how that is known. */
export function PlaceLink({ sessionId, place }: { sessionId: string; place: ClockPlace }) {
  return (
    <span>
      <Link
        to="/sessions/$sessionId/review"
        params={{ sessionId }}
        search={{ v: place.videoId, t: place.seconds }}
        className={`tabular ${linkClass}`}
      >
        {`${place.basis === 'marked' ? '' : 'about '}${formatDuration(place.seconds)} in the recording`}
      </Link>
      {placeWords[place.basis] && <span className="text-ink-3">{`, ${placeWords[place.basis]}`}</span>}
    </span>
  )
}
