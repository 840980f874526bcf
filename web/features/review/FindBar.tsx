import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { controlClass } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

type FindBarProps = {
  text: string
  count: number
  /** Which of them is shown, from 0. */
  at: number
  onText: (text: string) => void
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

export function FindBar({ text, count, at, onText, onStep, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  return (
    <search className="flex items-center gap-1 border-b border-line px-3 py-2">
      <input
        ref={input}
        type="search"
        aria-label="Find in the transcript"
        placeholder="Find in the transcript"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={handleKey}
        className={controlClass}
      />
      <output className="tabular shrink-0 px-1 text-sm text-ink-2">
        {text.trim() === '' ? '' : count === 0 ? 'None' : `${at + 1} of ${count}`}
      </output>
      <IconButton label="Previous place" icon={<ChevronUp className="size-4" />} onClick={() => onStep(-1)} />
      <IconButton label="Next place" icon={<ChevronDown className="size-4" />} onClick={() => onStep(1)} />
      <IconButton label="Close the search" icon={<X className="size-4" />} onClick={onClose} />
    </search>
  )
}
