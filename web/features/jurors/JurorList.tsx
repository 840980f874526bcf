/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table can’t become cards on a phone or mount rows in chunks */
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { jurorFields, listedJurorFields, searchedJurorFields } from '#contract/jurors/fields.ts'
import { type JurorStatus, jurorStatuses, type JurorSummary, liveJurorStatuses } from '#contract/jurors/jurors.ts'
import { type JurorTalk, listJurorTalk } from '#contract/jurors/talk.ts'
import { type JurorWorst, listJurorFindings } from '#contract/strikes/board.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDuration } from '#web/platform/format.ts'
import { together } from '#web/platform/Loaded.tsx'
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
  cx,
  LongList,
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
  const missing = talk.data ? 'Findings' : `${findings.data ? 'Questions' : 'Findings, questions,'} and speaking time`
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
      <ReadNotice of={together(talk, findings)} what={missing} />
      {found.length > 0 ? (
        <JurorRows jurors={found} mayRate={mayRate} talkById={talkById} worstById={worstById} />
      ) : (
        <EmptyState
          title="No matching jurors"
          action={<Button onClick={() => setFilter(noFilter)}>Clear filters</Button>}
        />
      )}
    </div>
  )
}

const rowClass =
  'md:grid md:grid-cols-[minmax(5rem,1.2fr)_2rem_minmax(5.5rem,1fr)_minmax(4.5rem,2fr)_3.5rem_minmax(4.5rem,11.5rem)_5rem_4rem_4rem] md:items-center md:gap-x-2 xl:gap-x-3'

const columns = [
  'Juror',
  'Seat',
  'Status',
  listedJurorFields.map((field) => jurorFields[field].label).join(', '),
  'Findings',
  'Team',
  'My rating',
  'Questions',
  'Speaking time',
]
const rowPx = 56

type JurorRowsProps = {
  jurors: readonly JurorSummary[]
  mayRate: boolean
  talkById: ReadonlyMap<string, JurorTalk> | undefined
  worstById: ReadonlyMap<string, JurorWorst> | undefined
}

function JurorRows({ jurors, mayRate, talkById, worstById }: JurorRowsProps) {
  return (
    <LongList
      label="Jurors in call order"
      items={jurors}
      itemPx={rowPx}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-0"
      header={
        <div role="rowgroup" className="max-md:sr-only">
          <div
            role="row"
            aria-rowindex={1}
            className={cx('items-end! border-b border-line-strong px-3 pb-1 text-sm text-ink-3', rowClass)}
          >
            {columns.map((label) => (
              <span key={label} role="columnheader">
                {label}
              </span>
            ))}
          </div>
        </div>
      }
    >
      {(juror, at) => (
        <JurorRow
          key={juror.id}
          juror={juror}
          rowIndex={at + 2}
          mayRate={mayRate}
          talk={talkById?.get(juror.id)}
          isTalkKnown={talkById !== undefined}
          worst={worstById?.get(juror.id)}
        />
      )}
    </LongList>
  )
}

type JurorRowProps = {
  juror: JurorSummary
  rowIndex: number
  mayRate: boolean
  talk: JurorTalk | undefined
  isTalkKnown: boolean
  worst: JurorWorst | undefined
}

function JurorRow({ juror, rowIndex, mayRate, talk, isTalkKnown, worst }: JurorRowProps) {
  const { seat, tags, ratings } = juror
  const filled = listedJurorFields.filter((field) => juror[field] !== '')
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line p-3 md:rounded-none md:border-x-0 md:border-t-0 md:py-1.5',
        rowClass,
      )}
    >
      <JurorLink juror={juror} />
      <span role="cell" className={cx('tabular', seat === null && 'max-md:sr-only')}>
        <span className="md:hidden">{seat === null ? '' : 'Seat '}</span>
        {seat ?? '–'}
      </span>
      <span role="cell">
        <Badge tone={statusTones[juror.status]}>{statusLabels[juror.status]}</Badge>
      </span>
      <div
        role="cell"
        className={cx(
          'min-w-0 wrap-anywhere',
          filled.length === 0 && tags.length === 0 ? 'max-md:sr-only' : 'max-md:w-full',
        )}
      >
        {filled.map((field) => (
          <p key={field}>{juror[field]}</p>
        ))}
        <Tags tags={tags} />
      </div>
      <span role="cell" className="max-md:empty:sr-only">
        <FindingDots worst={worst} />
      </span>
      <span role="cell" className="*:flex-wrap max-md:empty:sr-only">
        {ratings && <RatingSpread spread={ratings} />}
      </span>
      <span role="cell" className="max-md:empty:sr-only">
        <QuickRating juror={juror} mayRate={mayRate} />
      </span>
      <Measure value={talk?.questionCount} isKnown={isTalkKnown} one="question" many="questions" />
      <Measure
        value={talk?.speakingSeconds}
        isKnown={isTalkKnown}
        format={formatDuration}
        one="speaking"
        many="speaking"
      />
    </div>
  )
}

type MeasureProps = {
  value: number | null | undefined
  isKnown: boolean
  one: string
  many: string
  format?: (value: number) => string
}

function Measure({ value, isKnown, one, many, format = String }: MeasureProps) {
  if (value === null || value === undefined)
    return (
      <span role="cell" className="max-md:sr-only">
        {isKnown && <Unknown of={many} />}
      </span>
    )
  return (
    <span role="cell" className="tabular text-ink-2">
      {format(value)}
      <span className="md:hidden">{` ${value === 1 ? one : many}`}</span>
    </span>
  )
}

function JurorLink({ juror }: { juror: JurorSummary }) {
  return (
    <span role="rowheader">
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
    confirmed && `Most severe confirmed finding: ${severityWords[confirmed].toLowerCase()}`,
    suggested && `most severe suggested finding: ${severityWords[suggested].toLowerCase()}`,
  ]
  return (
    <span className="inline-flex items-center gap-1" title={label.filter(Boolean).join(', ')}>
      {confirmed && <SeverityShape level={confirmed} />}
      {suggested && <SeverityShape level={suggested} isSuggested />}
      <span className="sr-only">{label.filter(Boolean).join(', ')}</span>
    </span>
  )
}

function Unknown({ of }: { of: string }) {
  return (
    <span className="text-ink-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{`${of} unknown`}</span>
    </span>
  )
}
