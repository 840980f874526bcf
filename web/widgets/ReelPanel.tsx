import { Link } from '@tanstack/react-router'
import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { highlightTitle } from '#contract/highlights/words.ts'
import { describeSpeaker } from '#web/features/highlights/index.ts'
import { ReelList, useReel } from '#web/features/reel/index.ts'
import { Button, Drawer, ReadNotice } from '#web/ui/kit.ts'
import { ReelExportDialog } from './clip.tsx'
import type { PlaceOfHighlights } from './clipDialogs.tsx'

const describeClip = (highlight: Highlight): string =>
  [describeSpeaker(highlight), highlightTitle(highlight)].filter(Boolean).join(': ')

/** Enlarges the touch target to 44 px without shifting the layout. */
const timeClass =
  'relative cursor-pointer text-accent-ink hover:underline touch:before:absolute touch:before:-inset-x-2 touch:before:-inset-y-3'

export function ReelPanel({
  session,
  onPlay,
}: {
  session: PlaceOfHighlights
  onPlay?: (highlight: Highlight) => void
}) {
  const { list, isKnown, read } = useReel(session.id)
  const [open, setOpen] = useState<'list' | 'export' | null>(null)
  const seconds = list.reduce((sum, { start, end }) => sum + (start === null || end === null ? 0 : end - start), 0)
  return (
    <>
      {read.error && <ReadNotice of={read} what="Reel" />}
      <Button
        icon={<Clapperboard className="size-4" />}
        busy={!isKnown && !read.error}
        disabled={!isKnown}
        onClick={() => setOpen('list')}
      >
        {list.length === 0 ? 'Reel' : `Reel (${list.length})`}
      </Button>
      <Drawer
        open={open === 'list'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'list' : null)}
        side="right"
        title="My reel"
        footer={
          <div className="grid gap-2">
            {list.length > 0 && (
              <p className="tabular">{`${Math.round(seconds)}\u00A0s of highlights, not counting lead-in and lead-out. Only you can see this list.`}</p>
            )}
            <Button variant="primary" wide disabled={list.length === 0} onClick={() => setOpen('export')}>
              Export reel
            </Button>
          </div>
        }
      >
        <ReelList
          sessionId={session.id}
          nameOf={describeClip}
          renderTime={(highlight, words) =>
            onPlay ? (
              <button
                type="button"
                className={timeClass}
                onClick={() => {
                  setOpen(null)
                  onPlay(highlight)
                }}
              >
                {words}
              </button>
            ) : (
              <Link
                to="/sessions/$sessionId/review"
                params={{ sessionId: session.id }}
                search={{ v: highlight.videoId, t: highlight.start ?? 0 }}
                className={timeClass}
              >
                {words}
              </Link>
            )
          }
        />
      </Drawer>
      {open === 'export' && (
        <ReelExportDialog session={session} picked={list} first="highlight_reel" onClose={() => setOpen(null)} />
      )}
    </>
  )
}
