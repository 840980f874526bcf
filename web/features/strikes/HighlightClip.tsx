import { Play } from 'lucide-react'
import { useState } from 'react'
import { listHighlights } from '#contract/highlights/highlights.ts'
import { useRead } from '#web/platform/api.ts'
import { formatTimecode } from '#web/platform/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ReadNotice } from '#web/ui/ReadNotice.tsx'
import type { RenderClip } from './EvidenceList.tsx'

type HighlightClipProps = { sessionId: string; highlightId: string; number: string; renderClip: RenderClip }

const most = 200

/**
 * Plays the words of a highlight of another juror, and says when the transcript there no longer has them. One of another
 * session has no player here.
 */
export function HighlightClip({ sessionId, highlightId, number, renderClip }: HighlightClipProps) {
  const theirs = useRead(listHighlights, { params: { sessionId }, input: { juror: number, limit: most } })
  const [isOpen, setOpen] = useState(false)
  const found = theirs.data?.find(({ id }) => id === highlightId)
  if (!theirs.data) return <ReadNotice of={theirs} what={`Highlights of juror ${number}`} />
  if (!found || found.start === null) return null
  return (
    <>
      <Button
        variant="quiet"
        icon={<Play className="size-4" />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {`Juror ${number} at ${formatTimecode(found.start)}`}
      </Button>
      {found.textChanged && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-warning-fg">
          <Badge tone="warning">Text changed</Badge> The transcript was corrected since and no longer says this.
        </p>
      )}
      {isOpen && renderClip({ videoId: found.videoId, start: found.start, end: found.end })}
    </>
  )
}
