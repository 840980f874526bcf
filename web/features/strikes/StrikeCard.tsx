import { History, Link2 } from 'lucide-react'
import { useState } from 'react'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { findGround } from '#law/grounds/grounds.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { CheckPanel } from './CheckPanel.tsx'
import { ComparatorList } from './ComparatorList.tsx'
import { EvidenceList, type RenderClip } from './EvidenceList.tsx'
import { MoveButtons, MoveMeanings } from './MoveDialog.tsx'
import { StrikeFacts } from './StrikeFacts.tsx'
import { StrikeHistory } from './StrikeHistory.tsx'
import { basisWords, getRulingWords, stateWords } from './strikeWords.ts'

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

/** One strike: who, why, on what words, where it stands, and what this person may do with it now. */
export function StrikeCard(props: StrikeCardProps) {
  const { strike, board, mayRule, onEdit, onObjection, onPreserve, onMark } = props
  const [showsHistory, setShowsHistory] = useState(false)
  const headingId = `strike-${strike.id}`
  // Of another session's strikes the board does not know whether there is one.
  const hasNoRecording = strike.sessionId === board.session.id && board.session.recordings === 0
  const isSaid = strike.exercisedAt !== null
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
        {mayRule && isSaid && strike.kind === 'peremptory' && (
          <Button onClick={() => onObjection(strike)}>{strike.objection ? 'Objection' : 'Record an objection'}</Button>
        )}
        {mayRule && strike.preservation && <Button onClick={() => onPreserve(strike)}>Preserve error</Button>}
        {mayRule && isSaid && !hasNoRecording && <Button onClick={() => onMark(strike)}>Find in the recording</Button>}
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
  const { word, tone } = stateWords[strike.state]
  const ruling = getRulingWords(strike)
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
  const ground = findGround(board.case.forumId, strike.groundCode)
  return (
    <>
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
