import { Link } from '@tanstack/react-router'
import type { CaseSummary, ListedCase } from '#contract/cases/cases.ts'
import { formatDay } from '#web/platform/format.ts'
import { Badge, cx, Table, TableCell, TableRow } from '#web/ui/kit.ts'
import { caseRoleWords, caseTypeWords, daysUntil, today } from './caseWords.ts'
import type { CaseView } from './CaseFilters.tsx'
import { CaseStatusBadge } from './CaseStatusBadge.tsx'

export type CaseListProps = {
  cases: readonly ListedCase[]
  chosen: ReadonlySet<string>
  onChoose: (id: string, isChosen: boolean) => void
}

const columns = [
  { label: 'Choose', hidden: true },
  { label: 'Title' },
  { label: 'Number' },
  { label: 'Court and judge' },
  { label: 'Trial date' },
  { label: 'Status' },
  { label: 'Sessions', numeric: true },
  { label: 'Open strikes', numeric: true },
  { label: 'My role' },
]

/** A table or cards, as the person likes; on narrow screens cards, because a table does not fit. */
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
                  {each.myRole ? each.caseNumber : 'You are no member of this case.'}
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
              {each.caseType && <span className="block text-sm text-ink-3">{caseTypeWords[each.caseType]}</span>}
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
                <span className="block text-sm text-ink-3">{daysUntil(each.trialDate, today())}</span>
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
          <TableCell>{each.myRole ? caseRoleWords[each.myRole] : <Badge>No member</Badge>}</TableCell>
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
    // The box may be missed by a finger's breadth.
    <label className="inline-flex size-6 shrink-0 items-center justify-center touch:size-11">
      <input
        type="checkbox"
        aria-label={`Choose ${found.title}`}
        checked={chosen.has(found.id)}
        onChange={(event) => onChoose(found.id, event.target.checked)}
        className="size-4 accent-accent touch:size-6"
      />
    </label>
  )
}
