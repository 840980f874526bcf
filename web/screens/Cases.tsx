import { useNavigate, useSearch } from '@tanstack/react-router'
import { Briefcase, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { listCases } from '#contract/cases.ts'
import { mayCreateCases } from '#contract/permissions.ts'
import { CaseTable } from '#web/features/cases/CaseTable.tsx'
import { NewCaseDialog } from '#web/features/cases/NewCaseDialog.tsx'
import { useRead } from '#web/platform/api.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { useAccount } from '#web/platform/session.ts'
import { useShortcuts } from '#web/platform/shortcuts.ts'
import { Screen } from '#web/shell/Screen.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** The most that the server answers at once. */
const limit = 500

export function Cases() {
  const { new: isCreating = false } = useSearch({ from: '/_app/cases' })
  const navigate = useNavigate({ from: '/cases' })
  const cases = useRead(listCases, { params: {}, input: { limit } })
  const mayCreate = mayCreateCases(useAccount())
  const [wanted, setWanted] = useState('')
  const searchBox = useRef<HTMLInputElement>(null)
  const setCreating = (open: boolean) => void navigate({ search: open ? { new: true } : {}, replace: true })

  useShortcuts('page', [
    ...(mayCreate ? [{ keys: 'n', label: 'New case', run: () => setCreating(true) }] : []),
    { keys: 'f', label: 'Focus the search box', run: () => searchBox.current?.focus() },
  ])

  const newCase = mayCreate && (
    <Button variant="primary" icon={<Plus className="size-4" />} onClick={() => setCreating(true)}>
      New Case
    </Button>
  )
  return (
    <Screen title="Cases" description="The cases you are a member of." actions={newCase}>
      <Card>
        <div className="mb-4 max-w-sm">
          <TextField
            ref={searchBox}
            label="Search cases"
            type="search"
            placeholder="Title or number"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        </div>
        <Loaded query={cases} skeleton={<Skeleton className="h-40" />}>
          {(all) => {
            const words = wanted.trim().toLowerCase()
            const found = all.filter((each) => `${each.title} ${each.caseNumber}`.toLowerCase().includes(words))
            if (found.length > 0) return <CaseTable cases={found} />
            if (all.length > 0) {
              return (
                <EmptyState
                  title={`No case matches “${wanted.trim()}”`}
                  action={<Button onClick={() => setWanted('')}>Clear the search</Button>}
                />
              )
            }
            return (
              <EmptyState
                icon={<Briefcase className="size-8" />}
                title="No cases yet"
                hint={
                  mayCreate
                    ? 'A case gathers the videos of one voir dire.'
                    : 'Ask an attorney of your firm to add you to a case.'
                }
                action={newCase}
              />
            )
          }}
        </Loaded>
      </Card>
      {mayCreate && <NewCaseDialog open={isCreating} onOpenChange={setCreating} />}
    </Screen>
  )
}
