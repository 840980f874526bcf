import { useMemo, useState } from 'react'
import { readCase } from '#contract/cases/cases.ts'
import type { ExportTemplate } from '#contract/exports/templates.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { ExportCenter, getExportRights, type Scope, useSessionExports } from '#web/features/exports/index.ts'
import { Loaded, useRead } from '#web/platform/index.ts'
import { Dialog, EmptyState, Skeleton } from '#web/ui/kit.ts'

export type PlaceOfHighlights = Pick<Session, 'id' | 'name' | 'caseId'>

type ReelExportProps = {
  session: PlaceOfHighlights
  picked: readonly Pick<Highlight, 'id' | 'status'>[]
  first: ExportTemplate
  onClose: () => void
}

export function ReelExportDialog({ session, picked, first, onClose }: ReelExportProps) {
  const { id, name, caseId } = session
  const found = useRead(readCase, { params: { caseId }, input: {} })
  const query = useSessionExports(id)
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
      title={first === 'highlight_clip' ? 'Export clip' : 'Export reel'}
      description={name}
    >
      <Loaded query={found} skeleton={<Skeleton className="h-96" />}>
        {(inCase) => {
          const rights = getExportRights(inCase)
          return rights === null ? (
            <EmptyState title="You can’t export from this case" hint="Ask the case lead for access." />
          ) : (
            <ExportCenter
              scopes={scopes}
              rights={rights}
              query={query}
              narrow
              first={first}
              picked={chosen}
              emptyHint="Exports from this session appear here."
            />
          )
        }}
      </Loaded>
    </Dialog>
  )
}
