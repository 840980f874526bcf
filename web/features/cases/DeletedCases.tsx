import { type CaseSummary, restoreCase } from '#contract/cases.ts'
import { useCommand } from '#web/platform/api.ts'
import { sentenceOf } from '#web/platform/apiError.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Button } from '#web/ui/Button.tsx'

/** For administrators: cases whose deletion can still be taken back. */
export function DeletedCases({ cases }: { cases: readonly CaseSummary[] }) {
  const restore = useCommand(restoreCase)
  return (
    <ul aria-label="Deleted cases" className="divide-y divide-line">
      {cases.map((each) => (
        <li key={each.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
          <span className="min-w-0 break-words">
            <span className="font-medium">{each.title}</span>
            {each.deletedAt && (
              <span className="block text-sm text-ink-3">Deleted {formatDateTime(each.deletedAt)}</span>
            )}
          </span>
          <Button
            aria-label={`Restore ${each.title}`}
            busy={restore.isPending && restore.variables.params.caseId === each.id}
            onClick={() =>
              restore.mutate(
                { params: { caseId: each.id }, input: {} },
                {
                  onSuccess: () => toast({ title: 'Case Restored', description: each.title }),
                  onError: (error) =>
                    toast({ title: 'Not Restored', description: sentenceOf(error), variant: 'destructive' }),
                },
              )
            }
          >
            Restore
          </Button>
        </li>
      ))}
    </ul>
  )
}
