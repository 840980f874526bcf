import { History, Link2 } from 'lucide-react'
import { useState } from 'react'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { findGround } from '#law/grounds/grounds.ts'
import { moveMeanings, takeBackMoves } from '#contract/strikes/meanings.ts'
import { findMove, type StrikeMoveName } from '#contract/strikes/workflow.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { CheckPanel } from './CheckPanel.tsx'
import { ComparatorList } from './ComparatorList.tsx'
import { EvidenceList, type RenderClip } from './EvidenceList.tsx'
import { StrikeFacts } from './StrikeFacts.tsx'
import { StrikeHistory } from './StrikeHistory.tsx'
import { basisWords, getRulingWords, stateWords } from './strikeWords.ts'

type StrikeCardProps = {
  strike: Strike
  board: Pick<StrikeBoard, 'case' | 'session' | 'jurors'>
  mayRule: boolean
  onMove: (strike: Strike, move: StrikeMoveName) => void
  onEdit: (strike: Strike) => void
  onObjection: (strike: Strike) => void
  onPreserve: (strike: Strike) => void
  onMark: (strike: Strike) => void
  renderClip: RenderClip
}

/** One strike: who, why, on what words, where it stands, and what this person may do with it now. */
export function StrikeCard(props: StrikeCardProps) {
  const { strike, board, mayRule, onMove, onEdit, onObjection, onPreserve, onMark, renderClip } = props
  const [showsHistory, setShowsHistory] = useState(false)
  const ground = findGround(board.case.forumId, strike.groundCode)
  const { word, tone } = stateWords[strike.state]
  const ruling = getRulingWords(strike)
  const headingId = `strike-${strike.id}`
  // Of another session's strikes the board does not know whether there is one.
  const hasNoRecording = strike.sessionId === board.session.id && board.session.recordings === 0
  const mayObject = mayRule && strike.kind === 'peremptory' && strike.exercisedAt !== null
  return (
    <li
      id={strike.id}
      aria-labelledby={headingId}
      className="grid gap-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={headingId} className="text-lg font-bold">
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
      {ground && (
        <p>
          {ground.label}{' '}
          <span className="text-sm text-ink-3">
            {ground.source}
            {ground.verified ? '' : ' · check with the court'}
          </span>
        </p>
      )}
      {strike.rationale && <p className="break-words whitespace-pre-line">{strike.rationale}</p>}
      {strike.basis.length > 0 && (
        <p className="flex flex-wrap gap-1">
          {strike.basis.map((each) => (
            <Badge key={each}>{basisWords[each]}</Badge>
          ))}
        </p>
      )}
      {strike.rationale !== null && strike.madeBy === 'us' && (
        <EvidenceList evidence={strike.evidence} renderClip={renderClip} />
      )}
      {strike.comparators.length > 0 && <ComparatorList strike={strike} board={board} renderClip={renderClip} />}
      {strike.check && <CheckPanel check={strike.check} />}
      {strike.approval?.comment && <p className="text-sm">{`Approver: “${strike.approval.comment}”`}</p>}
      {strike.approval?.by && (
        <p className="text-sm text-ink-2">
          {`Approved by ${strike.approval.by}${strike.approval.selfApproved ? ' (self-approved)' : ''}${strike.approval.afterTheFact ? ' after the fact' : ''}`}
        </p>
      )}
      <StrikeFacts strike={strike} hasNoRecording={hasNoRecording} />
      <div className="flex flex-wrap gap-2">
        {strike.moves.map((name) => (
          <Button
            key={name}
            variant={isNext(strike, name) ? 'primary' : 'secondary'}
            aria-describedby={`${strike.id}-${name}`}
            onClick={() => onMove(strike, name)}
          >
            {findMove(name).label}
          </Button>
        ))}
        {strike.editable && <Button onClick={() => onEdit(strike)}>Edit</Button>}
        {mayObject && (
          <Button onClick={() => onObjection(strike)}>{strike.objection ? 'Objection' : 'Record an objection'}</Button>
        )}
        {strike.preservation && mayRule && <Button onClick={() => onPreserve(strike)}>Preserve error</Button>}
        {strike.exercisedAt !== null && mayRule && !hasNoRecording && (
          <Button onClick={() => onMark(strike)}>Find in the recording</Button>
        )}
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

/** What brings it on its way. A ruling that was given may be corrected, but is not what is to be done next. */
const isNext = ({ ruling }: Strike, move: StrikeMoveName): boolean =>
  move === 'rule' ? ruling === 'pending' || ruling === 'reserved' : ['submit', 'approve', 'exercise'].includes(move)

/** What tells the moves apart that take a strike back; of the others it is told to who has the button read out. */
function MoveMeanings({ strike: { id, moves } }: { strike: Pick<Strike, 'id' | 'moves'> }) {
  const isShown = (name: StrikeMoveName) => takeBackMoves.includes(name)
  return (
    <div className="grid gap-1" hidden={!moves.some(isShown)}>
      {moves.map((name) => (
        <p key={name} id={`${id}-${name}`} hidden={!isShown(name)} className="text-sm text-ink-2">
          <span className="font-medium">{`${findMove(name).label}:`}</span> {moveMeanings[name]}
        </p>
      ))}
    </div>
  )
}
