import { useState } from 'react'
import { createHighlight } from '#contract/highlights/highlights.ts'
import { listPossibleFindings, type PossibleFinding } from '#contract/highlights/possible.ts'
import { highlightTypeWords } from '#contract/highlights/words.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { formatDuration } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Button, Checkbox, Skeleton } from '#web/ui/kit.ts'
import { ClipPlayer } from './ClipPlayer.tsx'

export function PossibleFindings({ sessionId, mayReview }: { sessionId: string; mayReview: boolean }) {
  const [isShown, setShown] = useState(false)
  return (
    <section aria-label="Possible findings" className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3">
      <Checkbox
        label="Show possible"
        hint="Answers that only resemble known statements. Not in lists, counts, or exports unless you add them."
        checked={isShown}
        onChange={(event) => setShown(event.target.checked)}
      />
      {isShown && <PossibleList sessionId={sessionId} mayReview={mayReview} />}
    </section>
  )
}

function PossibleList({ sessionId, mayReview }: { sessionId: string; mayReview: boolean }) {
  const possible = useRead(listPossibleFindings, { params: { sessionId }, input: {} })
  return (
    <Loaded query={possible} skeleton={<Skeleton className="h-24" />}>
      {(found) =>
        found.length === 0 ? (
          <p className="text-ink-2">No possible findings.</p>
        ) : (
          <ul aria-label="Possible findings" className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {found.map((each) => (
              <PossibleCard
                key={`${each.videoId} ${each.turn} ${each.type}`}
                sessionId={sessionId}
                possible={each}
                mayReview={mayReview}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

type PossibleCardProps = { sessionId: string; possible: PossibleFinding; mayReview: boolean }

function PossibleCard({ sessionId, possible, mayReview }: PossibleCardProps) {
  const { videoId, type, quote, question, why, start, end } = possible
  const [isPlaying, setPlaying] = useState(false)
  const add = useCommand(createHighlight)
  const name = possible.jurorNumber === null ? possible.speaker : `Juror ${possible.jurorNumber}`
  return (
    <li className="rounded-card border border-dashed border-line-strong bg-surface p-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{`Possible ${highlightTypeWords[type].toLowerCase()}`}</span>
        {start !== null && <span className="tabular ml-auto text-ink-3">{formatDuration(start)}</span>}
      </div>
      {question && <p className="mt-2 text-sm text-ink-3">{question}</p>}
      <blockquote className="mt-1 border-l-2 border-line-strong pl-3 break-words whitespace-pre-line">
        {name && <span className="font-medium">{`${name}: `}</span>}
        {`“${quote}”`}
      </blockquote>
      <p className="mt-1 text-sm text-ink-2">{why}</p>
      {start !== null && end !== null && (
        <div className="mt-2 flex flex-wrap gap-1">
          <Button aria-expanded={isPlaying} onClick={() => setPlaying(!isPlaying)}>
            {isPlaying ? 'Close clip' : 'Play clip'}
          </Button>
          {mayReview && (
            <Button
              busy={add.isPending}
              onClick={() =>
                add.mutate({
                  params: { sessionId },
                  input: { videoId, start, end, type, severity: 'low', tags: [] },
                })
              }
            >
              Add to highlights
            </Button>
          )}
        </div>
      )}
      {isPlaying && start !== null && <ClipPlayer videoId={videoId} start={start} end={end} />}
      <Failure of={add.error} />
    </li>
  )
}
