import { useMemo, useState } from 'react'
import { readCase } from '#contract/cases/cases.ts'
import type { ExportTemplate } from '#contract/exports/templates.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { ExportCenter } from '#web/features/exports/ExportCenter.tsx'
import type { Scope } from '#web/features/exports/plan.ts'
import { useSessionExports } from '#web/features/exports/useExports.ts'
import { useRead } from '#web/platform/api.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { exportRightsOf } from './exportRights.ts'

type ReelExportProps = {
  session: Session
  picked: readonly Pick<Highlight, 'id' | 'status'>[]
  first: ExportTemplate
  onClose: () => void
}

/** The exports of a session, made of what was picked. */
export function ReelExportDialog({ session, picked, first, onClose }: ReelExportProps) {
  const { id, name, caseId } = session
  const found = useRead(readCase, { params: { caseId }, input: {} })
  const query = useSessionExports(id)
  // What the form was opened with stays, whatever becomes of the reel meanwhile.
  const [chosen] = useState(() => ({
    ids: picked.map((each) => each.id),
    hasSuggestions: picked.some(({ status }) => status === 'suggested'),
  }))
  const scopes = useMemo<Scope[]>(() => [{ kind: 'session', id, label: name }], [id, name])
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={first === 'highlight_clip' ? 'Export Clip' : 'Export Reel'}
      description={name}
    >
      <Loaded query={found} skeleton={<Skeleton className="h-96" />}>
        {(inCase) => {
          const rights = exportRightsOf(inCase)
          return rights === null ? (
            <EmptyState title="You may not export from this case" hint="Ask its lead." />
          ) : (
            <ExportCenter
              scopes={scopes}
              rights={rights}
              query={query}
              narrow
              first={first}
              picked={chosen}
              emptyHint="What you make of this session is listed here."
            />
          )
        }}
      </Loaded>
    </Dialog>
  )
}
