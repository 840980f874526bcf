import { useState } from 'react'
import { breakGlass, breakGlassHours } from '#contract/cases/members.ts'
import type { CaseDetail } from '#contract/cases/cases.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { Button, Card, Dialog, DialogActions, TextArea } from '#web/ui/kit.ts'
import { CaseStatusBadge } from './CaseStatusBadge.tsx'

export function WalledCase({ found }: { found: Extract<CaseDetail, { walled: true }> }) {
  const [asking, setAsking] = useState(false)
  return (
    <Card title="You’re not a member of this case">
      <div className="grid gap-4">
        <p>
          <CaseStatusBadge status={found.status} />
        </p>
        <p className="max-w-prose text-ink-2">
          Each case has an ethical wall, and its lead decides who can work on it. As a firm administrator, you see only
          its title and status.
        </p>
        <div>
          <Button onClick={() => setAsking(true)}>Override ethical wall</Button>
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
      title="Override ethical wall"
      description={`You get viewer access for ${breakGlassHours} hours. The case team can see that you did this and why.`}
    >
      <CommandForm form={form}>
        <TextArea {...form.field('reason')} label="Reason" rows={3} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Open case
          </Button>
        </DialogActions>
      </CommandForm>
    </Dialog>
  )
}
