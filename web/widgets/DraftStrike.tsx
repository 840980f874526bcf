import { Scale, UserX } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { lazyPart, toast } from '#web/platform/index.ts'
import { IconButton } from '#web/ui/kit.ts'

const StrikeFromQuote = lazyPart(
  () => import('./StrikeFromQuote.tsx'),
  ({ StrikeFromQuote }) => StrikeFromQuote,
)

type DraftStrikeProps = { sessionId: string; highlight: Highlight; isShort?: boolean }

export function DraftStrike({ sessionId, highlight, isShort = false }: DraftStrikeProps) {
  const [isOpen, setOpen] = useState(false)
  const { juror, status, type } = highlight
  if (!juror?.id || status === 'dismissed') return null
  const isHardship = type === 'hardship'
  return (
    <>
      <IconButton
        label={`${isHardship ? 'Request to excuse' : 'Draft strike for'} juror ${juror.number}`}
        {...(!isShort && { word: isHardship ? 'Excuse' : 'Strike' })}
        icon={isHardship ? <UserX className="size-4" /> : <Scale className="size-4" />}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <StrikeFromQuote
            sessionId={sessionId}
            highlight={highlight}
            onClose={() => setOpen(false)}
            onSaved={({ title, description, undo }) =>
              toast({ title, description, action: { label: 'Undo', altText: `Undo: ${title}`, onAction: undo } })
            }
          />
        </Suspense>
      )}
    </>
  )
}
