import { type ComponentProps, type ReactNode, useCallback } from 'react'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { HighlightCard } from '#web/features/highlights/index.ts'
import { ReelButton } from '#web/features/reel/index.ts'
import { LongList } from '#web/ui/kit.ts'
import { ClipAction, hasClip } from './clip.tsx'
import type { PlaceOfHighlights } from './clipDialogs.tsx'
import { DraftStrike } from './DraftStrike.tsx'

type CardProps = ComponentProps<typeof HighlightCard>
type HighlightCardsProps = Pick<CardProps, 'decisions' | 'may' | 'folds' | 'onPlay' | 'onDismiss' | 'onCopy'> & {
  session: PlaceOfHighlights
  label: string
  items: readonly Highlight[]
  selectedId?: string | null
  playingId?: string | null
  renderRest?: (highlight: Highlight) => ReactNode
  renderChoice?: (highlight: Highlight) => ReactNode
  renderPlayer?: (highlight: Highlight) => ReactNode
}

export function HighlightCards(props: HighlightCardsProps) {
  const { session, label, items, selectedId, playingId, renderRest, renderChoice, renderPlayer, ...card } = props
  const more = useCallback(
    (each: Highlight) => (
      <>
        <DraftStrike sessionId={session.id} highlight={each} />
        {hasClip(each) && <ReelButton sessionId={session.id} highlight={each} />}
      </>
    ),
    [session],
  )
  const lead = useCallback(
    (each: Highlight) => <DraftStrike sessionId={session.id} highlight={each} isShort />,
    [session],
  )
  const rest = useCallback(
    (each: Highlight) => (
      <>
        {renderRest?.(each)}
        <ClipAction session={session} highlight={each} />
      </>
    ),
    [session, renderRest],
  )
  return (
    <LongList
      label={label}
      items={items}
      itemPx={card.folds ? 56 : 260}
      isKept={({ id }) => id === selectedId || id === playingId}
      className={card.folds ? 'grid grid-cols-[minmax(0,1fr)] gap-1.5' : 'grid grid-cols-[minmax(0,1fr)] gap-3'}
    >
      {(each) => (
        <HighlightCard
          key={each.id}
          highlight={each}
          caseId={session.caseId}
          isSelected={each.id === selectedId}
          more={more}
          lead={lead}
          rest={rest}
          choice={renderChoice?.(each)}
          {...card}
        >
          {each.id === playingId && renderPlayer?.(each)}
        </HighlightCard>
      )}
    </LongList>
  )
}
