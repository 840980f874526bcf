import { Link } from '@tanstack/react-router'
import type { JurorTalk } from '#contract/juror-talk.ts'
import type { JurorSummary } from '#contract/jurors.ts'
import { formatDuration } from '#web/platform/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Table, TableCell, TableRow } from '#web/ui/Table.tsx'
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

type JurorTableProps = { jurors: readonly JurorSummary[]; talkOf: ReadonlyMap<string, JurorTalk> }

export function JurorTable({ jurors, talkOf }: JurorTableProps) {
  return (
    <Table caption="Jurors in the order of call" columns={columns}>
      {jurors.map((juror) => {
        const talk = talkOf.get(juror.id)
        return (
          <TableRow key={juror.id}>
            <TableCell>
              <Link
                to="/jurors/$jurorId"
                params={{ jurorId: juror.id }}
                className="font-medium whitespace-nowrap"
              >{`Juror ${juror.jurorNumber}`}</Link>
              {juror.displayName && <span className="block text-sm text-ink-3">{juror.displayName}</span>}
            </TableCell>
            <TableCell numeric>{juror.seat ?? '–'}</TableCell>
            <TableCell>
              <Badge tone={statusTones[juror.status]}>{statusWords[juror.status]}</Badge>
            </TableCell>
            <TableCell>{juror.occupation}</TableCell>
            <TableCell>{juror.ratings && <RatingSpread spread={juror.ratings} />}</TableCell>
            <TableCell numeric>{talk?.questionCount ?? <NotKnown />}</TableCell>
            <TableCell numeric>
              {talk && talk.speakingSeconds !== null ? formatDuration(talk.speakingSeconds) : <NotKnown />}
            </TableCell>
            <TableCell>{juror.tags.join(', ')}</TableCell>
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
