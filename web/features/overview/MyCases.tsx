import { Link } from '@tanstack/react-router'
import { Briefcase } from 'lucide-react'
import { listCases } from '#contract/cases/cases.ts'
import { mayCreateCases } from '#contract/account/permissions.ts'
import { useRead } from '#web/platform/api.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { useAccount } from '#web/platform/session.ts'
import { aloneLinkClass, buttonClass, Card, EmptyState, Skeleton } from '#web/ui/kit.ts'

const shown = 6
/** Read beyond those, because archived cases are left out. */
const limit = 3 * shown

export const useMyCases = () => useRead(listCases, { params: {}, input: { limit } })

export function MyCases() {
  const cases = useMyCases()
  const mayCreate = mayCreateCases(useAccount())
  return (
    <Card
      title="My cases"
      actions={
        <Link to="/cases" className={aloneLinkClass}>
          All cases
        </Link>
      }
    >
      <Loaded query={cases} skeleton={<Skeleton className="h-40" />}>
        {(all) => {
          const open = all.filter(({ status }) => status !== 'archived').slice(0, shown)
          return open.length > 0 ? (
            <ul className="grid gap-2">
              {open.map((each) => (
                <li key={each.id} className="border-b border-line pb-2 last:border-0 last:pb-0">
                  <Link
                    to="/cases/$caseId"
                    params={{ caseId: each.id }}
                    className="block rounded-mark font-medium break-words text-accent-ink hover:underline touch:py-3"
                  >
                    <span className="line-clamp-3">{each.title}</span>
                  </Link>
                  <p className="text-sm break-words text-ink-3">{each.caseNumber}</p>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState
              icon={<Briefcase className="size-8" />}
              title="No cases yet"
              hint={mayCreate ? undefined : 'Ask an attorney of your firm to add you to a case.'}
              action={
                mayCreate && (
                  <Link to="/cases" search={{ new: true }} className={buttonClass()}>
                    Create your first case
                  </Link>
                )
              }
            />
          )
        }}
      </Loaded>
    </Card>
  )
}
