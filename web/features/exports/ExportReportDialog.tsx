import { useMemo } from 'react'
import { Dialog } from '#web/ui/kit.ts'
import { ExportCenter } from './ExportCenter.tsx'
import type { Rights, Scope } from './plan.ts'
import { useVideoExports } from './useExports.ts'

type ExportReportProps = { video: { id: string; originalName: string }; rights: Rights; onClose: () => void }

/** The exports of one video, also of one that is in no case. */
export function ExportReportDialog({ video, rights, onClose }: ExportReportProps) {
  const query = useVideoExports(video.id)
  const scopes = useMemo<Scope[]>(
    () => [{ kind: 'video', id: video.id, label: video.originalName }],
    [video.id, video.originalName],
  )
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Export Report"
      description={video.originalName}
    >
      <ExportCenter
        scopes={scopes}
        rights={rights}
        query={query}
        narrow
        first="video_report"
        emptyHint="What you make of this video is listed here."
      />
    </Dialog>
  )
}
