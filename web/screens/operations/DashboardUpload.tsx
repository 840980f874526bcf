import { Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { CaseSummary } from '#contract/cases/cases.ts'
import { UploadDataDialog } from '#web/features/operations/index.ts'
import { lazyPart } from '#web/platform/index.ts'
import { Button } from '#web/ui/kit.ts'

const ImportDialog = lazyPart(
  () => import('#web/features/jurors/ImportDialog.tsx'),
  ({ ImportDialog }) => ImportDialog,
)

const CaseImportDialog = lazyPart(
  () => import('#web/features/exports/CaseImportDialog.tsx'),
  ({ CaseImportDialog }) => CaseImportDialog,
)

export function DashboardUpload({ importId, onClosed }: { importId?: string | undefined; onClosed: () => void }) {
  const [isChoosing, setChoosing] = useState(false)
  const [chosen, setChosen] = useState<CaseSummary | null>(null)
  const [isBringing, setBringing] = useState(importId !== undefined)
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
        onArchive={() => {
          setChoosing(false)
          setBringing(true)
        }}
      />
      {isBringing && (
        <Suspense fallback={null}>
          <CaseImportDialog
            {...(importId === undefined ? {} : { importId })}
            onClose={() => {
              setBringing(false)
              onClosed()
            }}
          />
        </Suspense>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <ImportDialog caseId={chosen.id} isAnonymous={chosen.anonymousJury} open onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </>
  )
}
