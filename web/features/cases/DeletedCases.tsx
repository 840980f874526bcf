import { type CaseSummary, restoreCase } from '#contract/cases/cases.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Button } from '#web/ui/kit.ts'

/** For administrators: cases whose deletion can still be taken back. */
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
    onSuccess: () => toast({ title: 'Case Restored', description: title }),
    onError: (error: unknown) =>
      toast({ title: 'Not Restored', description: describeError(error), variant: 'destructive' }),
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
