import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { JurorSummary } from '#contract/jurors.ts'
import type { SessionSpeaker } from '#contract/speakers.ts'
import { formatDuration } from '#web/platform/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { nameOfSpeaker } from './speakers.ts'

type SpeakersTabProps = {
  sessionId: string
  speakers: readonly SessionSpeaker[]
  jurors: readonly JurorSummary[]
  /** The juror of the highlight that is chosen. */
  juror: JurorSummary | null
  mayReview: boolean
  onPlay: (seconds: number) => void
}

/** Whose words the chosen highlight has, and who stands behind every voice of this video. */
export function SpeakersTab({ sessionId, speakers, jurors, juror, mayReview, onPlay }: SpeakersTabProps) {
  const [asked, setAsked] = useState<SessionSpeaker | null>(null)
  return (
    <div className="grid gap-4">
      {juror ? (
        <section className="rounded-card border border-line bg-surface p-3">
          <h3 className="font-bold">
            <Link to="/jurors/$jurorId" params={{ jurorId: juror.id }} className="text-accent-ink hover:underline">
              {`Juror ${juror.jurorNumber}`}
            </Link>
          </h3>
          {juror.displayName && <p>{juror.displayName}</p>}
          <p className="text-sm text-ink-2">
            {[juror.seat === null ? null : `Seat ${juror.seat}`, juror.occupation, juror.employer]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </section>
      ) : (
        <p className="text-sm text-ink-3">Choose a highlight of a juror to see them here.</p>
      )}
      <section>
        <h3 className="mb-2 font-bold">Who speaks</h3>
        {speakers.length === 0 ? (
          <EmptyState title="No speakers" hint="The transcript of this video names nobody." />
        ) : (
          <ul className="grid gap-2">
            {speakers.map((speaker) => (
              <li key={speaker.label} className="flex flex-wrap items-center gap-2 rounded-card border border-line p-2">
                <span className="font-medium">{nameOfSpeaker(speaker)}</span>
                {speaker.assignment ? (
                  <Badge tone="success">{`Said by ${speaker.assignment.by}`}</Badge>
                ) : (
                  <Badge>As in the transcript</Badge>
                )}
                <span className="tabular text-sm text-ink-3">
                  {speaker.talkMs === null ? `${speaker.turns} turns` : formatDuration(speaker.talkMs / 1000)}
                </span>
                {mayReview && (
                  <Button className="ml-auto" onClick={() => setAsked(speaker)}>
                    <span className="sr-only">{`${nameOfSpeaker(speaker)}: `}</span>Assign
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      {asked && (
        <AssignDialog
          sessionId={sessionId}
          speaker={asked}
          jurors={jurors}
          onPlay={onPlay}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
