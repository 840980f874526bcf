import { useEffect, useState } from 'react'
import { strikeLimits } from '#contract/strikes/data.ts'
import { LargeButton } from './LargeButton.tsx'

export type Undoable = { words: string; at: number; undo: () => void }

/** Ten seconds to take back a wrong tap. */
export function UndoBar({ undoable, onGone }: { undoable: Undoable; onGone: () => void }) {
  const [left, setLeft] = useState<number>(strikeLimits.undoSeconds)
  useEffect(() => {
    const timer = setInterval(() => {
      const seconds = strikeLimits.undoSeconds - Math.floor((Date.now() - undoable.at) / 1000)
      setLeft(seconds)
      if (seconds <= 0) onGone()
    }, 250)
    return () => clearInterval(timer)
  }, [undoable, onGone])
  if (left <= 0) return null
  return (
    // Above the banner of a broken line: for these seconds the way back counts more, and the board says it as well.
    <output className="fixed inset-x-0 bottom-0 z-45 border-t border-line bg-surface py-3 shadow-floating">
      <span className="mx-auto flex max-w-5xl items-center justify-between gap-3 px-3">
        <span className="min-w-0 font-medium break-words">{undoable.words}</span>
        <LargeButton
          wide={false}
          variant="primary"
          onClick={() => {
            undoable.undo()
            onGone()
          }}
        >
          {`Undo (${left})`}
        </LargeButton>
      </span>
    </output>
  )
}
