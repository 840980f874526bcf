import { useMemo } from 'react'
import { readCase } from '#contract/cases/cases.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { ExportReportDialog, getExportRights, type Rights } from '#web/features/exports/index.ts'
import { Loaded, useRead } from '#web/platform/index.ts'
import { Dialog, Skeleton } from '#web/ui/kit.ts'

const ownVideo: Rights = { caseId: null, readAudit: false, isLead: false, seesWork: false, isAnonymous: false }

export function VideoReport({ video, onClose }: { video: VideoDetail; onClose: () => void }) {
  const { caseId } = video
  const found = useRead(readCase, { params: { caseId: caseId ?? '' }, input: {} }, { enabled: caseId !== null })
  const rights = useMemo(
    () => (caseId === null ? ownVideo : found.data ? getExportRights(found.data) : undefined),
    [caseId, found.data],
  )
  if (rights) return <ExportReportDialog video={video} rights={rights} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Export Report">
      {rights === null ? (
        <p>You don’t have permission to export from this video’s case. Ask the case lead for access.</p>
      ) : (
        <Loaded query={found} skeleton={<Skeleton className="h-64" />}>
          {() => null}
        </Loaded>
      )}
    </Dialog>
  )
}
