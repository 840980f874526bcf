import { History, Link2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { ClockPlace } from '#contract/strikes/clock.ts'
import { type Strike, addStrikeNote, readStrike } from '#contract/strikes/strikes.ts'
import { remedyWords } from '#contract/strikes/data.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { toFieldError } from '#web/platform/apiError.ts'
import { formatDateTime, formatDuration } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { newId } from '#web/platform/newId.ts'
import { Badge, Button, buttonClass, linkClass, Skeleton, TextField } from '#web/ui/kit.ts'
import { CheckPanel } from '../evidence/CheckPanel.tsx'
import { ComparatorList } from '../evidence/Comparators.tsx'
import { EvidenceList, type RenderClip } from '../evidence/Evidence.tsx'
import { GroundAndRationale, MoveButtons, MoveMeanings } from './MoveDialog.tsx'
import {
  basisLabels,
  getRulingLabel,
  stateLabels,
  objectionLabels,
  positionLabels,
  primaFacieLabels,
  eventLabels,
  placeLabels,
} from '../strikeLabels.ts'

type StrikeCardProps = {
  strike: Strike
  board: Pick<StrikeBoard, 'case' | 'session' | 'jurors'>
  mayRule: boolean
  onEdit: (strike: Strike) => void
  onObjection: (strike: Strike) => void
  onPreserve: (strike: Strike) => void
  onMark: (strike: Strike) => void
  renderClip: RenderClip
}

export function StrikeCard(props: StrikeCardProps) {
  const { strike, board, mayRule, onEdit, onObjection, onPreserve, onMark } = props
  const [showsHistory, setShowsHistory] = useState(false)
  const headingId = `strike-${strike.id}`
  const hasNoRecording = strike.sessionId === board.session.id && board.session.recordings === 0
  const isExercised = strike.exercisedAt !== null
  return (
    <li
      id={strike.id}
      aria-labelledby={headingId}
      className="grid gap-3 rounded-card border border-line bg-surface p-4"
    >
      <Heading id={headingId} strike={strike} board={board} />
      <Reason {...props} />
      <Approval approval={strike.approval} />
      <StrikeFacts strike={strike} hasNoRecording={hasNoRecording} />
      <div className="flex flex-wrap gap-2">
        <MoveButtons strike={strike} />
        {strike.editable && <Button onClick={() => onEdit(strike)}>Edit</Button>}
        {mayRule && isExercised && strike.kind === 'peremptory' && (
          <Button onClick={() => onObjection(strike)}>{strike.objection ? 'Objection' : 'Record objection'}</Button>
        )}
        {mayRule && strike.preservation && <Button onClick={() => onPreserve(strike)}>Preserve error</Button>}
        {mayRule && isExercised && !hasNoRecording && <Button onClick={() => onMark(strike)}>Find in recording</Button>}
        <Button
          variant="quiet"
          icon={<History className="size-4" />}
          aria-expanded={showsHistory}
          onClick={() => setShowsHistory(!showsHistory)}
        >
          History
        </Button>
        <a href={`#${strike.id}`} className={buttonClass({ variant: 'quiet' })}>
          <Link2 className="size-4" aria-hidden="true" /> Link
        </a>
      </div>
      <MoveMeanings strike={strike} />
      {showsHistory && <StrikeHistory strikeId={strike.id} />}
    </li>
  )
}

function Heading({ id, strike, board }: Pick<StrikeCardProps, 'strike' | 'board'> & { id: string }) {
  const { word, tone } = stateLabels[strike.state]
  const ruling = getRulingLabel(strike)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="text-lg font-bold">
          {`Juror ${strike.jurorNumber}: ${strike.label}`}
        </h2>
        <Badge tone={tone}>{word}</Badge>
        {strike.exercisedAt !== null && ruling && <Badge>{ruling}</Badge>}
        <Badge>{board.case.sides[strike.madeBy]}</Badge>
        {strike.target === 'alternate' && <Badge>Alternate</Badge>}
        {strike.privilege === 'work_product' && strike.rationale && <Badge tone="warning">Work product</Badge>}
      </div>
      {strike.approval?.state === 'pending' && strike.approval.dueAt && (
        <p className="font-medium text-warning-fg">{`Exercised before approval. Approve it by ${formatDateTime(strike.approval.dueAt)}.`}</p>
      )}
    </>
  )
}

function Reason({ strike, board, renderClip }: Pick<StrikeCardProps, 'strike' | 'board' | 'renderClip'>) {
  return (
    <>
      <GroundAndRationale strike={strike} />
      {strike.basis.length > 0 && (
        <p className="flex flex-wrap gap-1">
          {strike.basis.map((each) => (
            <Badge key={each}>{basisLabels[each]}</Badge>
          ))}
        </p>
      )}
      {strike.rationale !== null && strike.madeBy === 'us' && (
        <EvidenceList evidence={strike.evidence} renderClip={renderClip} />
      )}
      {strike.comparators.length > 0 && <ComparatorList strike={strike} board={board} renderClip={renderClip} />}
      {strike.check && <CheckPanel check={strike.check} />}
    </>
  )
}

function Approval({ approval }: Pick<Strike, 'approval'>) {
  if (!approval) return null
  return (
    <>
      {approval.comment && <p className="text-sm">{`Approver: “${approval.comment}”`}</p>}
      {approval.by && (
        <p className="text-sm text-ink-2">
          {`Approved by ${approval.by}${approval.selfApproved ? ' (self-approved)' : ''}${approval.afterTheFact ? ' after the fact' : ''}`}
        </p>
      )}
    </>
  )
}

type StrikeFactsProps = { strike: Strike; hasNoRecording: boolean }

function StrikeFacts({ strike, hasNoRecording }: StrikeFactsProps) {
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
        (strike.madeBy !== 'court' || strike.opposingPosition !== 'unknown') &&
        positionLabels[strike.opposingPosition],
    ],
    ['Ruled', strike.ruledAt !== null && time(strike.ruledAt, strike.ruledPlace)],
    ['Judge’s words', strike.judgeWords && `“${strike.judgeWords}”`],
    ['Remedy', strike.remedy && `${remedyWords[strike.remedy]}${strike.remedyRestored ? ', challenge restored' : ''}`],
    [
      'Objection',
      objection &&
        `${objectionLabels[objection.basis]}, prima facie ${primaFacieLabels[objection.primaFacie].toLowerCase()}`,
    ],
    ['Reasons stated', objection?.reasonsStated],
    ['Reply', objection?.reply],
    ['Finding', objection?.finding],
    ['Why the court allowed it', strike.courtAllowed],
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

function StrikeHistory({ strikeId }: { strikeId: string }) {
  const detail = useRead(readStrike, { params: { strikeId }, input: {} })
  const note = useCommand(addStrikeNote)
  const [text, setText] = useState('')
  return (
    <Loaded query={detail} skeleton={<Skeleton className="h-24" />}>
      {({ events, notes, sessionId }) => (
        <div className="grid gap-3 border-t border-line pt-3">
          <ol className="grid gap-1 text-sm" aria-label="History">
            {events.map((event) => (
              <li key={event.id}>
                <time dateTime={event.at} className="tabular text-ink-3">
                  {formatDateTime(event.at)}
                </time>{' '}
                {`${event.by} ${eventLabels[event.kind]}`}
                {event.text && `: “${event.text}”`}
                {event.place && (
                  <>
                    {' · '}
                    <PlaceLink sessionId={sessionId} place={event.place} />
                  </>
                )}
              </li>
            ))}
          </ol>
          {notes.length > 0 && (
            <ul className="grid gap-1 text-sm" aria-label="Notes">
              {notes.map((each) => (
                <li key={each.id}>
                  <span className="font-medium">{each.by}: </span>
                  {each.text} <span className="text-ink-3">{formatDateTime(each.at)}</span>
                </li>
              ))}
            </ul>
          )}
          <form
            className="flex flex-wrap items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              note.mutate({ params: { strikeId }, input: { eventId: newId(), text } }, { onSuccess: () => setText('') })
            }}
          >
            <div className="min-w-0 flex-1">
              <TextField
                label="Note"
                value={text}
                error={toFieldError(note.error)}
                onChange={(event) => setText(event.target.value)}
              />
            </div>
            <Button type="submit" busy={note.isPending}>
              Add note
            </Button>
          </form>
        </div>
      )}
    </Loaded>
  )
}

function PlaceLink({ sessionId, place }: { sessionId: string; place: ClockPlace }) {
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
      {placeLabels[place.basis] && <span className="text-ink-3">{`, ${placeLabels[place.basis]}`}</span>}
    </span>
  )
}
