import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Archive, Briefcase, Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { archiveCases, CaseTotals, listCases, type ListedCase, restoreCase } from '#contract/cases/cases.ts'
import { mayCreateCases } from '#contract/account/permissions.ts'
import { CaseFilters, CaseList, type CaseSearch, DeletedCases } from '#web/features/cases/index.ts'
import {
  Loaded,
  describeError,
  toast,
  useAccount,
  useCommand,
  usePages,
  useRestoreTime,
  useShortcuts,
} from '#web/platform/index.ts'
import { Screen } from '#web/shell/index.ts'
import { Button, buttonClass, Card, EmptyState, ShowMore, Skeleton } from '#web/ui/kit.ts'

export function Cases() {
  // Params are picked by name because the server rejects unknown ones.
  const { q, status, caseType, scope, sort, view = 'table' } = useSearch({ from: '/_app/cases' })
  const search = { q, status, caseType, scope, sort }
  const navigate = useNavigate({ from: '/cases' })
  const account = useAccount()
  const cases = usePages(listCases, { params: {}, input: search }, CaseTotals)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const searchBox = useRef<HTMLInputElement>(null)
  const [clearings, setClearings] = useState(0)
  const mayCreate = mayCreateCases(account)
  const isFiltered = search.q !== undefined || search.status !== undefined || search.caseType !== undefined
  const change = useCallback(
    (patch: CaseSearch) => {
      setChosen(new Set())
      void navigate({ search: (old) => ({ ...old, ...patch }), replace: true })
    },
    [navigate],
  )

  const clear = () => {
    change(clearedFilters)
    setClearings((count) => count + 1)
  }

  useShortcuts('page', [
    ...(mayCreate ? [{ keys: 'n', label: 'New case', run: () => void navigate({ to: '/cases/new' }) }] : []),
    { keys: 'f', label: 'Focus the search box', run: () => searchBox.current?.focus() },
  ])

  const newCase = mayCreate && (
    <Link to="/cases/new" className={buttonClass({ variant: 'primary' })}>
      <Plus className="size-4" />
      New Case
    </Link>
  )
  return (
    <Screen title="Cases" description="From filing to a sworn jury." actions={newCase}>
      <Card>
        <CaseFilters
          key={clearings}
          search={search}
          isAdministrator={account.role === 'administrator'}
          searchBox={searchBox}
          onChange={change}
          view={view}
          onView={(chosenView) => void navigate({ search: (old) => ({ ...old, view: chosenView }), replace: true })}
        />
        <Loaded query={cases} skeleton={<Skeleton className="h-64" />}>
          {({ pages }) => {
            const found = pages.flatMap((page) => page.items)
            if (found.length === 0) {
              return <NoCases isFiltered={isFiltered} search={search} newCase={newCase} onClear={clear} />
            }
            if (search.scope === 'deleted') return <DeletedCases cases={found} />
            return (
              <>
                <SelectionBar found={found} chosen={chosen} onDone={() => setChosen(new Set())} />
                <CaseList
                  view={view}
                  cases={found}
                  chosen={chosen}
                  onChoose={(id, isChosen) =>
                    setChosen((old) => new Set(isChosen ? [...old, id] : [...old].filter((each) => each !== id)))
                  }
                />
                {cases.hasNextPage && (
                  <div className="mt-4 grid justify-items-center">
                    <ShowMore busy={cases.isFetchingNextPage} onClick={() => void cases.fetchNextPage()} />
                  </div>
                )}
              </>
            )
          }}
        </Loaded>
      </Card>
    </Screen>
  )
}

const clearedFilters = { q: undefined, status: undefined, caseType: undefined }

type NoCasesProps = { isFiltered: boolean; search: CaseSearch; newCase: React.ReactNode; onClear: () => void }

function NoCases({ isFiltered, search, newCase, onClear }: NoCasesProps) {
  const restoreTime = useRestoreTime()
  if (isFiltered) {
    return <EmptyState title="No matching cases" action={<Button onClick={onClear}>Clear filters</Button>} />
  }
  if (search.scope === 'deleted') {
    return (
      <EmptyState
        title="No deleted cases"
        hint={
          restoreTime === null
            ? 'Deleted cases can’t be restored.'
            : `You can restore deleted cases here for ${restoreTime}.`
        }
      />
    )
  }
  return (
    <EmptyState
      icon={<Briefcase className="size-8" />}
      title="No cases yet"
      hint={
        newCase
          ? 'A case includes the court, parties, team, sessions, and videos.'
          : 'Ask an attorney in your firm to add you to a case.'
      }
      action={newCase}
    />
  )
}

function SelectionBar({
  found,
  chosen,
  onDone,
}: {
  found: readonly ListedCase[]
  chosen: ReadonlySet<string>
  onDone: () => void
}) {
  const archive = useCommand(archiveCases)
  const restore = useCommand(restoreCase)
  if (chosen.size === 0) return null

  async function archiveChosen() {
    try {
      const { archived, refused } = await archive.mutateAsync({ params: {}, input: { caseIds: [...chosen] } })
      const reasons = refused.map(({ id, reason }) => `${found.find((each) => each.id === id)?.title ?? ''}: ${reason}`)
      toast({
        title: archived.length === 1 ? 'Case archived' : `${archived.length} cases archived`,
        ...(reasons.length > 0 && { description: reasons.join(' ') }),
        variant: refused.length > 0 ? 'destructive' : 'default',
        ...(archived.length > 0 && {
          action: {
            label: 'Undo',
            altText: 'Restore from archive',
            onAction: () => {
              for (const caseId of archived) restore.mutate({ params: { caseId }, input: {} })
            },
          },
        }),
      })
      onDone()
    } catch (error) {
      toast({ title: 'Couldn’t archive case', description: describeError(error), variant: 'destructive' })
    }
  }

  return (
    <div className="mb-3 flex flex-wrap items-center gap-3 rounded-control bg-accent-soft px-3 py-2 text-accent-ink">
      <span aria-live="polite" className="tabular">
        {chosen.size} selected
      </span>
      <Button icon={<Archive className="size-4" />} busy={archive.isPending} onClick={() => void archiveChosen()}>
        Archive
      </Button>
      <Button variant="quiet" onClick={onDone}>
        Clear selection
      </Button>
    </div>
  )
}
