import { type ReactNode, useState } from 'react'
import { type CaseSummary, listCases } from '#contract/cases/cases.ts'
import { useRead } from '#web/platform/api.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Button, Dialog, DialogActions, Select, Skeleton } from '#web/ui/kit.ts'

type UploadDataDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onChosen: (chosen: CaseSummary) => void
  onArchive: () => void
}

export function UploadDataDialog({ open, onOpenChange, onChosen, onArchive }: UploadDataDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Upload Data"
      description="Import jurors from a CSV or XLSX file into a case, or import an entire case from an archive."
    >
      <Chooser onCancel={() => onOpenChange(false)} onChosen={onChosen}>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
          <p className="text-ink-2">Or import an entire case from an archive.</p>
          <Button onClick={onArchive}>Import a case</Button>
        </div>
      </Chooser>
    </Dialog>
  )
}

const mostCases = 500

type ChooserProps = { onCancel: () => void; onChosen: (chosen: CaseSummary) => void; children: ReactNode }

function Chooser({ onCancel, onChosen, children }: ChooserProps) {
  const cases = useRead(listCases, { params: {}, input: { limit: mostCases } })
  const [caseId, setCaseId] = useState('')
  const [error, setError] = useState<string>()
  return (
    <Loaded query={cases} skeleton={<Skeleton className="h-24" />}>
      {(all) => {
        const open = all.filter((each) => each.myRole !== null && each.status !== 'archived')
        if (open.length === 0) {
          return (
            <>
              <p className="text-ink-2">No cases to import jurors into yet.</p>
              {children}
            </>
          )
        }
        return (
          <>
            <Select
              label="Case"
              value={caseId}
              error={error}
              placeholder="Choose a case"
              options={open.map(({ id, title, caseNumber }) => ({ value: id, label: `${title} (${caseNumber})` }))}
              onChange={(event) => {
                setCaseId(event.target.value)
                setError(undefined)
              }}
              required
            />
            {children}
            <DialogActions>
              <Button onClick={onCancel}>Cancel</Button>
              <Button
                variant="primary"
                onClick={() => {
                  const chosen = open.find((each) => each.id === caseId)
                  if (chosen) onChosen(chosen)
                  else setError('Choose the case to import jurors into.')
                }}
              >
                Continue
              </Button>
            </DialogActions>
          </>
        )
      }}
    </Loaded>
  )
}
