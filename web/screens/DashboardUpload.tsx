import { Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CaseSummary } from '#contract/cases.ts'
import { UploadDataDialog } from '#web/features/operations/UploadDataDialog.tsx'
import { Button } from '#web/ui/Button.tsx'

const ImportDialog = lazy(async () => ({
  default: (await import('#web/features/jurors/ImportDialog.tsx')).ImportDialog,
}))

/** Upload Data: first the case, then the import of its jurors. */
export function DashboardUpload() {
  const [isChoosing, setChoosing] = useState(false)
  const [chosen, setChosen] = useState<CaseSummary | null>(null)
  return (
    <>
      <Button icon={<Upload className="size-4" />} onClick={() => setChoosing(true)}>
        Upload Data
      </Button>
      <UploadDataDialog
        open={isChoosing}
        onOpenChange={setChoosing}
        onChosen={(found) => {
          setChoosing(false)
          setChosen(found)
        }}
      />
      {chosen && (
        <Suspense fallback={null}>
          <ImportDialog caseId={chosen.id} isAnonymous={chosen.anonymousJury} open onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </>
  )
}
