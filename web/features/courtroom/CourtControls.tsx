import { type ComponentProps, useEffect, useState } from 'react'
import { strikeLimits } from '#contract/strikes/data.ts'
import { Button, TextField } from '#web/ui/kit.ts'

export function LargeButton({ wide = true, ...rest }: ComponentProps<typeof Button>) {
  return (
    <Button {...rest} wide={wide} className="min-h-14! py-1! text-lg! leading-tight! text-balance whitespace-normal!" />
  )
}

const commonReasons = ['The court changed the order', 'Both sides agreed'] as const

export function LeaveField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="grid gap-2">
      <TextField
        label="Why the court allowed it"
        hint="Saved with the strike and in the audit trail."
        value={value}
        onChange={(event) => onChange(event.target.value)}
        required
      />
      <div className="flex flex-wrap gap-2">
        {commonReasons.map((reason) => (
          <Button key={reason} className="min-h-11" onClick={() => onChange(`${reason}.`)}>
            {reason}
          </Button>
        ))}
      </div>
    </div>
  )
}

export type Undoable = { words: string; at: number; undo: () => void }

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
    // May cover the offline banner because Undo is available for only a few seconds.
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
