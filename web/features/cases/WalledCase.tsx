import { useState } from 'react'
import { breakGlass, breakGlassHours } from '#contract/cases/members.ts'
import type { CaseDetail } from '#contract/cases/cases.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { Button, Card, Dialog, DialogActions, TextArea } from '#web/ui/kit.ts'
import { CaseStatusBadge } from './CaseStatusBadge.tsx'

export function WalledCase({ found }: { found: Extract<CaseDetail, { walled: true }> }) {
  const [asking, setAsking] = useState(false)
  return (
    <Card title="You are no member of this case">
      <div className="grid gap-4">
        <p>
          <CaseStatusBadge status={found.status} />
        </p>
        <p className="max-w-prose text-ink-2">
          An ethical wall stands around each case: its lead decides who works on it. As an administrator of the firm you
          see its title and its status.
        </p>
        <div>
          <Button onClick={() => setAsking(true)}>Open it with a reason</Button>
        </div>
      </div>
      {asking && <ReasonDialog caseId={found.id} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function ReasonDialog({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const form = useCommandForm(breakGlass, { params: { caseId }, defaults: { reason: '' }, onDone: onClose })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Open a Case Behind the Wall"
      description={`You can read it for ${breakGlassHours} hours as a viewer. Its team sees that you did, and why.`}
    >
      <CommandForm form={form}>
        <TextArea {...form.field('reason')} label="Reason" rows={3} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Open the case
          </Button>
        </DialogActions>
      </CommandForm>
    </Dialog>
  )
}
