import {
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { ChevronDown, ChevronUp, GripVertical, X, Clapperboard } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { formatDuration } from '#web/platform/format.ts'
import { cx, EmptyState, IconButton } from '#web/ui/kit.ts'
import { useReel } from './useReel.ts'

const dragAfterPx = 6

type ReelListProps = {
  sessionId: string
  nameOf: (highlight: Highlight) => string
  renderTime: (highlight: Highlight, words: string) => ReactNode
}

export function ReelList({ sessionId, nameOf, renderTime }: ReelListProps) {
  const { list, move, remove } = useReel(sessionId)
  const [message, setMessage] = useState('')
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: dragAfterPx } }))
  if (list.length === 0) {
    return (
      <EmptyState
        title="The reel is empty"
        hint="Use the Reel button on a highlight to add it. Drag clips to reorder them."
      />
    )
  }
  const place = (highlight: Highlight, to: number) => {
    move(highlight.id, to)
    setMessage(`${nameOf(highlight)} is now ${to + 1} of ${list.length}.`)
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const dragged = list.find(({ id }) => id === active.id)
    const to = list.findIndex(({ id }) => id === over?.id)
    if (dragged && to >= 0) place(dragged, to)
  }
  return (
    <DndContext sensors={sensors} onDragEnd={onDragEnd}>
      <output className="sr-only">{message}</output>
      <ol aria-label="Reel clips" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {list.map((each, at) => (
          <Item key={each.id} highlight={each} name={nameOf(each)} number={at + 1} renderTime={renderTime}>
            <IconButton
              label={`Move ${nameOf(each)} up`}
              icon={<ChevronUp className="size-4" />}
              disabled={at === 0}
              onClick={() => place(each, at - 1)}
            />
            <IconButton
              label={`Move ${nameOf(each)} down`}
              icon={<ChevronDown className="size-4" />}
              disabled={at === list.length - 1}
              onClick={() => place(each, at + 1)}
            />
            <IconButton
              label={`Remove ${nameOf(each)} from the reel`}
              icon={<X className="size-4" />}
              onClick={() => remove(each.id)}
            />
          </Item>
        ))}
      </ol>
    </DndContext>
  )
}

type ItemProps = Pick<ReelListProps, 'renderTime'> & {
  highlight: Highlight
  name: string
  number: number
  children: ReactNode
}

function Item({ highlight, name, number, renderTime, children }: ItemProps) {
  const { id, start, end, quote } = highlight
  const drag = useDraggable({ id })
  const drop = useDroppable({ id })
  const { transform, isDragging, listeners } = drag
  return (
    <li
      ref={(node) => {
        drag.setNodeRef(node)
        drop.setNodeRef(node)
      }}
      style={transform ? { transform: `translate(${transform.x}px, ${transform.y}px)` } : undefined}
      className={cx(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 rounded-card border bg-surface p-2',
        isDragging ? 'relative z-10 border-line-strong shadow-floating' : 'border-line',
        drop.isOver && !isDragging && 'border-accent',
      )}
    >
      <span
        {...listeners}
        aria-hidden="true"
        className="row-span-2 flex cursor-grab touch-none items-center px-1 text-ink-3"
      >
        <GripVertical className="size-4" />
      </span>
      <div className="min-w-0">
        <p className="tabular text-sm font-medium">{`${number}. ${name}`}</p>
        <p className="tabular text-sm text-ink-3">
          {start === null || end === null
            ? 'No timecode, so it can’t be played'
            : renderTime(highlight, `${formatDuration(start)} to ${formatDuration(end)}`)}
        </p>
        <p className="line-clamp-2 text-sm break-words text-ink-2">{quote ? `“${quote}”` : 'No words'}</p>
      </div>
      <div className="flex justify-end gap-1">{children}</div>
    </li>
  )
}

type ReelButtonProps = { sessionId: string; highlight: Highlight }

export function ReelButton({ sessionId, highlight }: ReelButtonProps) {
  const { isKnown, has, add, remove } = useReel(sessionId)
  const isIn = has(highlight.id)
  return (
    <IconButton
      label={isIn ? 'Remove from reel' : 'Add to reel'}
      aria-pressed={isIn}
      disabled={!isKnown}
      word="Reel"
      icon={<Clapperboard className="size-4" />}
      className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
      onClick={() => (isIn ? remove(highlight.id) : add(highlight))}
    />
  )
}
