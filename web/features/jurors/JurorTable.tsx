import { Link } from '@tanstack/react-router'
import type { JurorTalk } from '#contract/jurors/talk.ts'
import type { JurorSummary } from '#contract/jurors/jurors.ts'
import { formatDuration } from '#web/platform/format.ts'
import { Badge, Table, TableCell, TableRow } from '#web/ui/kit.ts'
import { statusTones, statusWords } from './jurorWords.ts'
import { RatingSpread } from './RatingSpread.tsx'

const columns = [
  { label: 'Juror' },
  { label: 'Seat', numeric: true },
  { label: 'Status' },
  { label: 'Occupation' },
  { label: 'Team' },
  { label: 'Questions', numeric: true },
  { label: 'Spoke', numeric: true },
  { label: 'Tags' },
]

type JurorTableProps = {
  jurors: readonly JurorSummary[]
  /** Undefined until it is read. */
  talkOf: ReadonlyMap<string, JurorTalk> | undefined
}

/** On wide screens a table, on narrow ones the same jurors as cards. */
export function JurorTable(props: JurorTableProps) {
  return (
    <>
      <div className="hidden md:block">
        <WideTable {...props} />
      </div>
      <ul aria-label="Jurors in the order of call" className="grid gap-2 md:hidden">
        {props.jurors.map((juror) => (
          <JurorCard key={juror.id} juror={juror} talk={props.talkOf?.get(juror.id)} />
        ))}
      </ul>
    </>
  )
}

function JurorCard({ juror, talk }: { juror: JurorSummary; talk: JurorTalk | undefined }) {
  const { seat, occupation, tags, ratings } = juror
  return (
    <li className="grid gap-1 rounded-card border border-line p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <JurorLink juror={juror} />
        {seat !== null && <span className="tabular text-sm text-ink-2">{`Seat ${seat}`}</span>}
        <Badge tone={statusTones[juror.status]}>{statusWords[juror.status]}</Badge>
      </div>
      {occupation && <p className="break-words">{occupation}</p>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        {ratings && <RatingSpread spread={ratings} />}
        {talk && talk.questionCount !== null && (
          <span>{talk.questionCount === 1 ? '1 question' : `${talk.questionCount} questions`}</span>
        )}
        {talk && talk.speakingSeconds !== null && <span>{`Spoke ${formatDuration(talk.speakingSeconds)}`}</span>}
      </div>
      {tags.length > 0 && <p className="text-sm break-words text-ink-2">{tags.join(', ')}</p>}
    </li>
  )
}

function JurorLink({ juror }: { juror: JurorSummary }) {
  return (
    <span>
      <Link
        to="/jurors/$jurorId"
        params={{ jurorId: juror.id }}
        className="font-medium whitespace-nowrap touch:inline-block touch:py-2"
      >{`Juror ${juror.jurorNumber}`}</Link>
      {juror.displayName && (
        <span className="block min-w-28 text-sm wrap-anywhere text-ink-3">{juror.displayName}</span>
      )}
    </span>
  )
}

function WideTable({ jurors, talkOf }: JurorTableProps) {
  return (
    <Table caption="Jurors in the order of call" columns={columns}>
      {jurors.map((juror) => {
        const talk = talkOf?.get(juror.id)
        return (
          <TableRow key={juror.id}>
            <TableCell>
              <JurorLink juror={juror} />
            </TableCell>
            <TableCell numeric>{juror.seat ?? '–'}</TableCell>
            <TableCell>
              <span className="whitespace-nowrap">
                <Badge tone={statusTones[juror.status]}>{statusWords[juror.status]}</Badge>
              </span>
            </TableCell>
            <TableCell>
              <div className="min-w-24 wrap-anywhere">{juror.occupation}</div>
            </TableCell>
            <TableCell>{juror.ratings && <RatingSpread spread={juror.ratings} />}</TableCell>
            <TableCell numeric>{talkOf && (talk?.questionCount ?? <NotKnown />)}</TableCell>
            <TableCell numeric>
              {talk && talk.speakingSeconds !== null ? formatDuration(talk.speakingSeconds) : talkOf && <NotKnown />}
            </TableCell>
            <TableCell>
              {/* Wide enough for "enforcement," in one piece. */}
              <div className="min-w-24 wrap-anywhere">{juror.tags.join(', ')}</div>
            </TableCell>
          </TableRow>
        )
      })}
    </Table>
  )
}

/** No voice is known to be this juror's, which is not the same as none. */
function NotKnown() {
  return (
    <span className="text-ink-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known</span>
    </span>
  )
}
