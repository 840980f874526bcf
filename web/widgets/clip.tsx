import { Film } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { lazyPart } from '#web/platform/index.ts'
import { IconButton } from '#web/ui/kit.ts'
import type { PlaceOfHighlights } from './clipDialogs.tsx'

// This dialog pulls in the whole export center, so it's loaded only when opened.
export const ReelExportDialog = lazyPart(
  () => import('./clipDialogs.tsx'),
  ({ ReelExportDialog }) => ReelExportDialog,
)
function ClipButton({ renderDialog }: { renderDialog: (onClose: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label="Export this clip"
        word="Export this clip"
        icon={<Film className="size-4" />}
        onClick={() => setOpen(true)}
      />
      <Suspense fallback={null}>{open && renderDialog(() => setOpen(false))}</Suspense>
    </>
  )
}

export const hasClip = ({ start, end, status }: Highlight): boolean =>
  start !== null && end !== null && status !== 'dismissed'

export function ClipAction({ session, highlight }: { session: PlaceOfHighlights; highlight: Highlight }) {
  if (!hasClip(highlight)) return null
  return (
    <ClipButton
      renderDialog={(onClose) => (
        <ReelExportDialog session={session} picked={[highlight]} first="highlight_clip" onClose={onClose} />
      )}
    />
  )
}
