import { Play } from 'lucide-react'
import { useState } from 'react'
import { listHighlights } from '#contract/highlights.ts'
import { useRead } from '#web/platform/api.ts'
import { formatTimecode } from '#web/platform/format.ts'
import { Button } from '#web/ui/Button.tsx'
import type { RenderClip } from './EvidenceList.tsx'

type HighlightClipProps = { sessionId: string; highlightId: string; number: string; renderClip: RenderClip }

const most = 200

/** Plays the words of a highlight of another juror. One of another session has no player here. */
export function HighlightClip({ sessionId, highlightId, number, renderClip }: HighlightClipProps) {
  const theirs = useRead(listHighlights, { params: { sessionId }, input: { juror: number, limit: most } })
  const [isOpen, setOpen] = useState(false)
  const found = theirs.data?.find(({ id }) => id === highlightId)
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
      {isOpen && renderClip({ videoId: found.videoId, start: found.start, end: found.end })}
    </>
  )
}
