import { LayoutGrid, Rows3 } from 'lucide-react'
import type { Ref } from 'react'
import { type CaseStatus, caseStatuses, type CaseType, caseTypes } from '#contract/cases/data.ts'
import { caseScopes, caseSorts } from '#contract/cases/cases.ts'
import { IconButton, Select, SettledSearch } from '#web/ui/kit.ts'
import { caseSortWords, caseStatusWords, caseTypeWords } from './caseWords.ts'

export type CaseSearch = {
  q?: string | undefined
  status?: CaseStatus | undefined
  caseType?: CaseType | undefined
  scope?: (typeof caseScopes)[number] | undefined
  sort?: (typeof caseSorts)[number] | undefined
}

export type CaseView = 'table' | 'cards'

const scopeWords: Record<(typeof caseScopes)[number], string> = {
  mine: 'My cases',
  led: 'Cases I lead',
  firm: 'All cases of the firm',
  deleted: 'Deleted cases',
}

type CaseFiltersProps = {
  search: CaseSearch
  isAdministrator: boolean
  searchBox: Ref<HTMLInputElement>
  onChange: (patch: CaseSearch) => void
  view: CaseView
  onView: (view: CaseView) => void
}

/** They live in the address, so that a filtered list can be linked and gone back to. */
export function CaseFilters({ search, isAdministrator, searchBox, onChange, view, onView }: CaseFiltersProps) {
  const scopes = caseScopes.filter((each) => isAdministrator || each === 'mine' || each === 'led')
  return (
    <search className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-4 xl:grid-cols-[minmax(0,1.5fr)_repeat(4,minmax(0,1fr))_auto]">
      <div className="col-span-full xl:col-span-1">
        <SettledSearch
          ref={searchBox}
          label="Search cases"
          placeholder="Title, number, court or judge"
          value={search.q ?? ''}
          onSettled={(q) => onChange({ q: q || undefined })}
        />
      </div>
      <Select
        label="Status"
        value={search.status ?? ''}
        placeholder="Any status"
        options={caseStatuses.map((value) => ({ value, label: caseStatusWords[value] }))}
        onChange={(event) => onChange({ status: caseStatuses.find((each) => each === event.target.value) })}
      />
      <Select
        label="Type"
        value={search.caseType ?? ''}
        placeholder="Any type"
        options={caseTypes.map((value) => ({ value, label: caseTypeWords[value] }))}
        onChange={(event) => onChange({ caseType: caseTypes.find((each) => each === event.target.value) })}
      />
      <Select
        label="Show"
        value={search.scope ?? 'mine'}
        options={scopes.map((value) => ({ value, label: scopeWords[value] }))}
        onChange={(event) => onChange({ scope: scopes.find((each) => each === event.target.value) })}
      />
      <Select
        label="Sort"
        value={search.sort ?? 'newest'}
        options={caseSorts.map((value) => ({ value, label: caseSortWords[value] }))}
        onChange={(event) => onChange({ sort: caseSorts.find((each) => each === event.target.value) })}
      />
      {/* A table needs the width; narrow screens always have cards. */}
      <fieldset aria-label="View" className="hidden pb-0.5 xl:flex">
        <IconButton
          label="As a table"
          icon={<Rows3 className="size-4" />}
          aria-pressed={view === 'table'}
          onClick={() => onView('table')}
        />
        <IconButton
          label="As cards"
          icon={<LayoutGrid className="size-4" />}
          aria-pressed={view === 'cards'}
          onClick={() => onView('cards')}
        />
      </fieldset>
    </search>
  )
}
