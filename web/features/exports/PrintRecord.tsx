import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { createExport, readExport } from '#contract/exports/exports.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Loaded } from '#web/platform/Loaded.tsx'
import { toast } from '#web/platform/toast.ts'
import { buttonClass, Dialog, ProgressBar, Skeleton } from '#web/ui/kit.ts'
import { buildPlan, type Scope, startDraft } from './builder/plan.ts'

const template = 'strike_log_record'
const offers = [{ type: 'pdf', templates: [template] }] as const
const pollMs = 1000

type Printing = { isBusy: boolean; print: () => void; dialog: ReactNode }

export function usePrintRecord({ id, name }: { id: string; name: string }): Printing {
  const create = useCommand(createExport)
  const [madeId, setMadeId] = useState<string | null>(null)
  function print() {
    const scope: Scope = { kind: 'session', id, label: name }
    const draft = startDraft(offers, [scope], template)
    if (!draft) return
    create.mutate(
      { params: {}, input: buildPlan(draft) },
      {
        onSuccess: ({ id }) => setMadeId(id),
        onError: (error) =>
          toast({ title: 'Couldn’t print record', description: describeError(error), variant: 'destructive' }),
      },
    )
  }
  return {
    isBusy: create.isPending,
    print,
    dialog: madeId === null ? null : <RecordDialog exportId={madeId} onClose={() => setMadeId(null)} />,
  }
}

function RecordDialog({ exportId, onClose }: { exportId: string; onClose: () => void }) {
  const made = useRead(readExport, { params: { exportId }, input: {} }, { pollMs })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Print record"
      description="Juror names and work product are left out. To include them, use Exports."
    >
      <Loaded query={made} skeleton={<Skeleton className="h-11" />}>
        {({ title, filename, progress, failure, may }) => (
          <div className="grid gap-3" aria-live="polite">
            <Failure of={failure} />
            {may.download ? (
              <a
                href={`/api/exports/${exportId}/file`}
                download={filename}
                className={buttonClass({ variant: 'primary' })}
              >
                <Download className="size-4" aria-hidden="true" /> Download PDF
              </a>
            ) : (
              failure === null && (
                <ProgressBar label={`Exporting ${title}`} value={progress && progress.fraction * 100} />
              )
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
