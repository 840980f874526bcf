import { listFindings, type VideoFinding } from '#contract/findings/findings.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { KeepButton } from '#web/features/annotations/index.ts'
import { useRead } from '#web/platform/index.ts'
import { ReadNotice } from '#web/ui/kit.ts'

export function KeepFinding({ video, highlight }: { video: VideoDetail; highlight: Highlight }) {
  const isFound = highlight.source === 'ai' && highlight.start !== null
  const found = useRead(listFindings, { params: { videoId: video.id }, input: {} }, { enabled: isFound })
  if (!isFound) return null
  const finding = found.data?.find((each) => isSame(each, highlight))
  if (finding) return <KeepButton videoId={video.id} findingId={finding.id} annotations={video.annotations} />
  return <ReadNotice of={found} what="Annotation" />
}

const isSame = (finding: VideoFinding, { type, sub, turn, trigger }: Highlight): boolean =>
  finding.type === type && finding.sub === sub && finding.turn === turn && finding.trigger?.from === trigger?.from
