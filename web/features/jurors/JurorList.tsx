import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { jurorFields, listedJurorFields, searchedJurorFields } from '#contract/jurors/fields.ts'
import { type JurorStatus, jurorStatuses, type JurorSummary, liveJurorStatuses } from '#contract/jurors/jurors.ts'
import { type JurorTalk, listJurorTalk } from '#contract/jurors/talk.ts'
import { type JurorWorst, listJurorFindings } from '#contract/strikes/board.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDuration } from '#web/platform/format.ts'
import {
  Button,
  Checkbox,
  EmptyState,
  ReadNotice,
  SeverityShape,
  severityWords,
  Select,
  TextField,
  Badge,
  Table,
  TableCell,
  TableRow,
} from '#web/ui/kit.ts'
import { statusLabels, statusTones } from './jurorLabels.ts'
import { QuickRating } from './QuickRating.tsx'
import { RatingSpread } from './RatingCard.tsx'

type Filter = { words: string; status: string; unquestioned: boolean }
const noFilter: Filter = { words: '', status: '', unquestioned: false }

const isUnquestioned = ({ status }: { status: JurorStatus }, talk: JurorTalk | undefined): boolean =>
  liveJurorStatuses.includes(status) && status !== 'questioned' && status !== 'qualified' && !talk?.questionCount

type JurorListProps = { caseId: string; jurors: readonly JurorSummary[]; mayRate: boolean }

export function JurorList({ caseId, jurors, mayRate }: JurorListProps) {
  const talk = useRead(listJurorTalk, { params: { caseId }, input: {} })
  const [filter, setFilter] = useState(noFilter)
  const findings = useRead(listJurorFindings, { params: { caseId }, input: {} })
  const worstById = findings.data && new Map(findings.data.map((each) => [each.jurorId, each]))
  const talkById = talk.data && new Map(talk.data.map((each) => [each.jurorId, each]))
  const searchText = filter.words.trim().toLowerCase()
  const found = jurors.filter(
    (juror) =>
      (filter.status === '' || juror.status === filter.status) &&
      (!filter.unquestioned || isUnquestioned(juror, talkById?.get(juror.id))) &&
      [juror.jurorNumber, juror.displayName ?? '', ...searchedJurorFields.map((field) => juror[field]), ...juror.tags]
        .join(' ')
        .toLowerCase()
        .includes(searchText),
  )
  const unquestionedCount = talkById && jurors.filter((juror) => isUnquestioned(juror, talkById.get(juror.id))).length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end gap-4">
        <div className="min-w-48 flex-1 sm:max-w-xs">
          <TextField
            label="Search jurors"
            type="search"
            placeholder="Number, occupation, tag"
            value={filter.words}
            onChange={(event) => setFilter({ ...filter, words: event.target.value })}
          />
        </div>
        <div className="min-w-40">
          <Select
            label="Status"
            placeholder="All statuses"
            value={filter.status}
            options={jurorStatuses.map((value) => ({ value, label: statusLabels[value] }))}
            onChange={(event) => setFilter({ ...filter, status: event.target.value })}
          />
        </div>
        <div className="flex min-h-8 items-center">
          <Checkbox
            label={unquestionedCount === undefined ? 'Not yet questioned' : `Not yet questioned (${unquestionedCount})`}
            disabled={unquestionedCount === undefined}
            checked={filter.unquestioned}
            onChange={(event) => setFilter({ ...filter, unquestioned: event.target.checked })}
          />
        </div>
      </div>
      <ReadNotice of={talk} what="Questions and speaking time" />
      <ReadNotice of={findings} what="Findings" />
      {found.length > 0 ? (
        <JurorTable jurors={found} mayRate={mayRate} talkById={talkById} worstById={worstById} />
      ) : (
        <EmptyState
          title="No matching jurors"
          action={<Button onClick={() => setFilter(noFilter)}>Clear filters</Button>}
        />
      )}
    </div>
  )
}

const columns = [
  { label: 'Juror' },
  { label: 'Seat', numeric: true },
  { label: 'Status' },
  ...listedJurorFields.map((field) => ({ label: jurorFields[field].label })),
  { label: 'Findings' },
  { label: 'Team' },
  { label: 'My rating' },
  { label: 'Questions', numeric: true },
  { label: 'Speaking time', numeric: true },
]

type JurorTableProps = {
  jurors: readonly JurorSummary[]
  mayRate: boolean
  talkById: ReadonlyMap<string, JurorTalk> | undefined
  worstById: ReadonlyMap<string, JurorWorst> | undefined
}

function JurorTable(props: JurorTableProps) {
  return (
    <>
      <div className="hidden md:block">
        <WideTable {...props} />
      </div>
      <ul aria-label="Jurors in call order" className="grid gap-2 md:hidden">
        {props.jurors.map((juror) => (
          <JurorCard
            key={juror.id}
            juror={juror}
            mayRate={props.mayRate}
            talk={props.talkById?.get(juror.id)}
            worst={props.worstById?.get(juror.id)}
          />
        ))}
      </ul>
    </>
  )
}

type JurorCardProps = {
  juror: JurorSummary
  mayRate: boolean
  talk: JurorTalk | undefined
  worst: JurorWorst | undefined
}

function JurorCard({ juror, mayRate, talk, worst }: JurorCardProps) {
  const { seat, tags, ratings } = juror
  return (
    <li className="grid gap-1 rounded-card border border-line p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <JurorLink juror={juror} />
        {seat !== null && <span className="tabular text-sm text-ink-2">{`Seat ${seat}`}</span>}
        <Badge tone={statusTones[juror.status]}>{statusLabels[juror.status]}</Badge>
        <FindingDots worst={worst} />
      </div>
      {listedJurorFields.map(
        (field) =>
          juror[field] && (
            <p key={field} className="break-words">
              {juror[field]}
            </p>
          ),
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        {ratings && <RatingSpread spread={ratings} />}
        <QuickRating juror={juror} mayRate={mayRate} />
        {talk && talk.questionCount !== null && (
          <span>{talk.questionCount === 1 ? '1 question' : `${talk.questionCount} questions`}</span>
        )}
        {talk && talk.speakingSeconds !== null && <span>{`Spoke ${formatDuration(talk.speakingSeconds)}`}</span>}
      </div>
      <Tags tags={tags} />
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
        <span className="block min-w-20 text-sm wrap-anywhere text-ink-3">{juror.displayName}</span>
      )}
    </span>
  )
}

function WideTable({ jurors, mayRate, talkById, worstById }: JurorTableProps) {
  return (
    <Table caption="Jurors in call order" columns={columns}>
      {jurors.map((juror) => {
        const talk = talkById?.get(juror.id)
        return (
          <TableRow key={juror.id}>
            <TableCell>
              <JurorLink juror={juror} />
            </TableCell>
            <TableCell numeric>{juror.seat ?? '–'}</TableCell>
            <TableCell>
              <span className="whitespace-nowrap">
                <Badge tone={statusTones[juror.status]}>{statusLabels[juror.status]}</Badge>
              </span>
            </TableCell>
            {listedJurorFields.map((field) => (
              <TableCell key={field}>
                <div className="min-w-24 wrap-anywhere">{juror[field]}</div>
                {field === listedJurorFields.at(-1) && <Tags tags={juror.tags} />}
              </TableCell>
            ))}
            <TableCell>{worstById && <FindingDots worst={worstById.get(juror.id)} />}</TableCell>
            <TableCell>{juror.ratings && <RatingSpread spread={juror.ratings} />}</TableCell>
            <TableCell>
              <QuickRating juror={juror} mayRate={mayRate} />
            </TableCell>
            <TableCell numeric>{talkById && (talk?.questionCount ?? <Unknown />)}</TableCell>
            <TableCell numeric>
              {talk && talk.speakingSeconds !== null ? formatDuration(talk.speakingSeconds) : talkById && <Unknown />}
            </TableCell>
          </TableRow>
        )
      })}
    </Table>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <p className="text-sm wrap-anywhere text-ink-2">
      <span className="sr-only">Tags: </span>
      {tags.join(', ')}
    </p>
  )
}

function FindingDots({ worst }: { worst: JurorWorst | undefined }) {
  if (!worst?.confirmed && !worst?.suggested) return null
  const { confirmed, suggested } = worst
  const label = [
    confirmed && `Worst confirmed: ${severityWords[confirmed].toLowerCase()}`,
    suggested && `worst suggested: ${severityWords[suggested].toLowerCase()}`,
  ]
  return (
    <span className="inline-flex items-center gap-1" title={label.filter(Boolean).join(', ')}>
      {confirmed && <SeverityShape level={confirmed} />}
      {suggested && <SeverityShape level={suggested} isSuggested />}
      <span className="sr-only">{label.filter(Boolean).join(', ')}</span>
    </span>
  )
}

function Unknown() {
  return (
    <span className="text-ink-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">unknown</span>
    </span>
  )
}
