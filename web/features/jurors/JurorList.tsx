import { useState } from 'react'
import { type JurorTalk, listJurorTalk } from '#contract/jurors/talk.ts'
import { type JurorStatus, jurorStatuses, type JurorSummary, liveJurorStatuses } from '#contract/jurors/jurors.ts'
import { useRead } from '#web/platform/api.ts'
import { Button, Checkbox, EmptyState, ReadNotice, Select, TextField } from '#web/ui/kit.ts'
import { JurorTable } from './JurorTable.tsx'
import { statusWords } from './jurorWords.ts'

type Filter = { words: string; status: string; unquestioned: boolean }
const noFilter: Filter = { words: '', status: '', unquestioned: false }

/** Still in the running, not marked as questioned, and no question to them is heard in a transcript. */
export const isUnquestioned = ({ status }: { status: JurorStatus }, talk: JurorTalk | undefined): boolean =>
  liveJurorStatuses.includes(status) && status !== 'questioned' && status !== 'qualified' && !talk?.questionCount

export function JurorList({ caseId, jurors }: { caseId: string; jurors: readonly JurorSummary[] }) {
  const talk = useRead(listJurorTalk, { params: { caseId }, input: {} })
  const [filter, setFilter] = useState(noFilter)
  const talkOf = talk.data && new Map(talk.data.map((each) => [each.jurorId, each]))
  const wanted = filter.words.trim().toLowerCase()
  const found = jurors.filter(
    (juror) =>
      (filter.status === '' || juror.status === filter.status) &&
      (!filter.unquestioned || isUnquestioned(juror, talkOf?.get(juror.id))) &&
      [juror.jurorNumber, juror.displayName ?? '', juror.occupation, juror.employer, ...juror.tags]
        .join(' ')
        .toLowerCase()
        .includes(wanted),
  )
  const open = talkOf && jurors.filter((juror) => isUnquestioned(juror, talkOf.get(juror.id))).length
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
            placeholder="Every status"
            value={filter.status}
            options={jurorStatuses.map((value) => ({ value, label: statusWords[value] }))}
            onChange={(event) => setFilter({ ...filter, status: event.target.value })}
          />
        </div>
        <div className="flex min-h-8 items-center">
          <Checkbox
            label={open === undefined ? 'Not yet questioned' : `Not yet questioned (${open})`}
            disabled={open === undefined}
            checked={filter.unquestioned}
            onChange={(event) => setFilter({ ...filter, unquestioned: event.target.checked })}
          />
        </div>
      </div>
      <ReadNotice of={talk} what="Questions and speaking time" />
      {found.length > 0 ? (
        <JurorTable jurors={found} talkOf={talkOf} />
      ) : (
        <EmptyState
          title="No juror matches"
          action={<Button onClick={() => setFilter(noFilter)}>Clear the filters</Button>}
        />
      )}
    </div>
  )
}
