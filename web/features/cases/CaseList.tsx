import { Link } from '@tanstack/react-router'
import { LayoutGrid, Rows3 } from 'lucide-react'
import type { Ref } from 'react'
import { type CaseSummary, type ListedCase, caseScopes, caseSorts, restoreCase } from '#contract/cases/cases.ts'
import { type CaseStatus, caseStatuses, type CaseType, caseTypes } from '#contract/cases/data.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatDay, formatDateTime, getToday } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Badge, cx, Table, TableCell, TableRow, IconButton, Select, SettledSearch, Button } from '#web/ui/kit.ts'
import { caseRoleLabels, caseTypeLabels, daysUntil, caseSortLabels, caseStatusLabels } from './caseLabels.ts'
import { CaseStatusBadge } from './CaseStatusBadge.tsx'

type CaseListProps = {
  cases: readonly ListedCase[]
  chosen: ReadonlySet<string>
  onChoose: (id: string, isChosen: boolean) => void
}

const columns = [
  { label: 'Select', hidden: true },
  { label: 'Title' },
  { label: 'Number' },
  { label: 'Court and judge' },
  { label: 'Trial date' },
  { label: 'Status' },
  { label: 'Sessions', numeric: true },
  { label: 'Open strikes', numeric: true },
  { label: 'My role' },
]

export function CaseList({ view, ...props }: CaseListProps & { view: CaseView }) {
  const isTable = view === 'table'
  return (
    <>
      {isTable && (
        <div className="hidden xl:block">
          <CaseTable {...props} />
        </div>
      )}
      <ul aria-label="Cases" className={cx('grid gap-3', 'md:grid-cols-2', isTable ? 'xl:hidden' : 'xl:grid-cols-3')}>
        {props.cases.map((each) => (
          <li key={each.id} className="rounded-card border border-line p-3">
            <div className="flex items-start justify-between gap-2">
              <div className="min-w-0">
                <TitleLink found={each} />
                <p className="text-sm text-ink-2">
                  {each.myRole ? each.caseNumber : 'You’re not a member of this case.'}
                </p>
              </div>
              <ChooseBox {...props} found={each} />
            </div>
            <p className="mt-2 flex flex-wrap items-center gap-2">
              <CaseStatusBadge status={each.status} />
              {each.trialDate && <span>Trial {formatDay(each.trialDate)}</span>}
              {each.court && <span className="text-ink-2">{each.court}</span>}
            </p>
            {each.myRole && (
              <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-2">
                <span>{each.sessions === 1 ? '1 session' : `${each.sessions} sessions`}</span>
                {each.openStrikes > 0 && (
                  <span>{each.openStrikes === 1 ? '1 open strike' : `${each.openStrikes} open strikes`}</span>
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function CaseTable({ cases, chosen, onChoose }: CaseListProps) {
  return (
    <Table caption="Cases" columns={columns}>
      {cases.map((each) => (
        <TableRow key={each.id}>
          <TableCell>
            <ChooseBox found={each} chosen={chosen} onChoose={onChoose} />
          </TableCell>
          <TableCell>
            <div className="min-w-40 wrap-anywhere">
              <TitleLink found={each} />
              {each.caseType && <span className="block text-sm text-ink-3">{caseTypeLabels[each.caseType]}</span>}
            </div>
          </TableCell>
          <TableCell>
            <div className="min-w-28 wrap-anywhere">{each.caseNumber}</div>
          </TableCell>
          <TableCell>
            <div className="min-w-28 wrap-anywhere">
              {each.court}
              {each.judge && <span className="block text-sm text-ink-3">{each.judge}</span>}
            </div>
          </TableCell>
          <TableCell>
            {each.trialDate && (
              <span className="whitespace-nowrap">
                {formatDay(each.trialDate)}
                <span className="block text-sm text-ink-3">{daysUntil(each.trialDate, getToday())}</span>
              </span>
            )}
          </TableCell>
          <TableCell>
            <span className="whitespace-nowrap">
              <CaseStatusBadge status={each.status} />
            </span>
          </TableCell>
          <TableCell numeric>{each.myRole ? each.sessions : '–'}</TableCell>
          <TableCell numeric>{each.myRole ? each.openStrikes : '–'}</TableCell>
          <TableCell>{each.myRole ? caseRoleLabels[each.myRole] : <Badge>Not a member</Badge>}</TableCell>
        </TableRow>
      ))}
    </Table>
  )
}

function TitleLink({ found }: { found: CaseSummary }) {
  return (
    <Link
      to="/cases/$caseId"
      params={{ caseId: found.id }}
      className="font-medium wrap-anywhere text-accent-ink underline-offset-2 hover:underline touch:inline-block touch:max-w-full touch:py-3"
    >
      {found.title}
    </Link>
  )
}

function ChooseBox({ found, chosen, onChoose }: Pick<CaseListProps, 'chosen' | 'onChoose'> & { found: CaseSummary }) {
  return (
    // The label makes the touch target larger.
    <label className="inline-flex size-6 shrink-0 items-center justify-center touch:size-11">
      <input
        type="checkbox"
        aria-label={`Select ${found.title}`}
        checked={chosen.has(found.id)}
        onChange={(event) => onChoose(found.id, event.target.checked)}
        className="size-4 accent-accent touch:size-6"
      />
    </label>
  )
}

export type CaseSearch = {
  q?: string | undefined
  status?: CaseStatus | undefined
  caseType?: CaseType | undefined
  scope?: (typeof caseScopes)[number] | undefined
  sort?: (typeof caseSorts)[number] | undefined
}

type CaseView = 'table' | 'cards'

const scopeLabels: Record<(typeof caseScopes)[number], string> = {
  mine: 'My cases',
  led: 'Cases I lead',
  firm: 'All firm cases',
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

export function CaseFilters({ search, isAdministrator, searchBox, onChange, view, onView }: CaseFiltersProps) {
  const scopes = caseScopes.filter((each) => isAdministrator || each === 'mine' || each === 'led')
  return (
    <search className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-4 xl:grid-cols-[minmax(0,1.5fr)_repeat(4,minmax(0,1fr))_auto]">
      <div className="col-span-full xl:col-span-1">
        <SettledSearch
          ref={searchBox}
          label="Search cases"
          placeholder="Title, number, court, or judge"
          value={search.q ?? ''}
          onSettled={(q) => onChange({ q: q || undefined })}
        />
      </div>
      <Select
        label="Status"
        value={search.status ?? ''}
        placeholder="Any status"
        options={caseStatuses.map((value) => ({ value, label: caseStatusLabels[value] }))}
        onChange={(event) => onChange({ status: caseStatuses.find((each) => each === event.target.value) })}
      />
      <Select
        label="Type"
        value={search.caseType ?? ''}
        placeholder="Any type"
        options={caseTypes.map((value) => ({ value, label: caseTypeLabels[value] }))}
        onChange={(event) => onChange({ caseType: caseTypes.find((each) => each === event.target.value) })}
      />
      <Select
        label="Show"
        value={search.scope ?? 'mine'}
        options={scopes.map((value) => ({ value, label: scopeLabels[value] }))}
        onChange={(event) => onChange({ scope: scopes.find((each) => each === event.target.value) })}
      />
      <Select
        label="Sort"
        value={search.sort ?? 'newest'}
        options={caseSorts.map((value) => ({ value, label: caseSortLabels[value] }))}
        onChange={(event) => onChange({ sort: caseSorts.find((each) => each === event.target.value) })}
      />
      {/* Hidden on narrow screens, which always show cards. */}
      <fieldset aria-label="View" className="hidden pb-0.5 xl:flex">
        <IconButton
          label="Table view"
          icon={<Rows3 className="size-4" />}
          aria-pressed={view === 'table'}
          onClick={() => onView('table')}
        />
        <IconButton
          label="Card view"
          icon={<LayoutGrid className="size-4" />}
          aria-pressed={view === 'cards'}
          onClick={() => onView('cards')}
        />
      </fieldset>
    </search>
  )
}

export function DeletedCases({ cases }: { cases: readonly CaseSummary[] }) {
  return (
    <ul aria-label="Deleted cases" className="divide-y divide-line">
      {cases.map((each) => (
        <DeletedCase key={each.id} deleted={each} />
      ))}
    </ul>
  )
}

function DeletedCase({ deleted: { id, title, deletedAt } }: { deleted: CaseSummary }) {
  const restore = useCommand(restoreCase)
  const then = {
    onSuccess: () => toast({ title: 'Case restored', description: title }),
    onError: (error: unknown) =>
      toast({ title: 'Couldn’t restore case', description: describeError(error), variant: 'destructive' }),
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <span className="min-w-0 break-words">
        <span className="font-medium">{title}</span>
        {deletedAt && <span className="block text-sm text-ink-3">Deleted {formatDateTime(deletedAt)}</span>}
      </span>
      <Button
        aria-label={`Restore ${title}`}
        busy={restore.isPending}
        onClick={() => restore.mutate({ params: { caseId: id }, input: {} }, then)}
      >
        Restore
      </Button>
    </li>
  )
}
