import { Link } from '@tanstack/react-router'
import { listCaseMembers } from '#contract/cases/members.ts'
import { listJurors } from '#contract/jurors/jurors.ts'
import { useRead } from '#web/platform/api.ts'
import { aloneLinkClass, ReadNotice } from '#web/ui/kit.ts'

export function PeopleLine({ caseId }: { caseId: string }) {
  const params = { caseId }
  const jurors = useRead(listJurors, { params, input: {} })
  const members = useRead(listCaseMembers, { params, input: {} })
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 lg:col-span-2">
      {jurors.data && (
        <Link to="/cases/$caseId" params={params} search={{ tab: 'jurors' }} className={aloneLinkClass}>
          {countThings(jurors.data.length, 'juror')}
        </Link>
      )}
      {members.data && (
        <Link to="/cases/$caseId" params={params} search={{ tab: 'team' }} className={aloneLinkClass}>
          {countThings(members.data.length, 'team member')}
        </Link>
      )}
      <ReadNotice of={jurors} what="Jurors" />
      <ReadNotice of={members} what="The team" />
    </div>
  )
}

const countThings = (count: number, noun: string): string =>
  count === 0 ? `No ${noun}s yet` : count === 1 ? `1 ${noun}` : `${count} ${noun}s`
