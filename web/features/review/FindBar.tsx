import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { controlClass, IconButton, type Reading, ReadNotice } from '#web/ui/kit.ts'

const askAfterMs = 200

type FindBarProps = {
  text: string
  isSearching: boolean
  failed: Reading | null
  count: number
  /** Number of matches that can be opened. Unlike `count`, it is capped. */
  shown: number
  at: number
  onText: (text: string) => void
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

export function FindBar({ text, isSearching, failed, count, shown, at, onText, onStep, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(text)
  const ask = useEffectEvent((words: string) => words !== text && onText(words))
  useEffect(() => {
    const timer = setTimeout(() => ask(typed), askAfterMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => input.current?.focus(), [])
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  return (
    <search className="flex flex-wrap items-center gap-1 border-b border-line px-3 py-2 [&>input]:flex-1">
      <input
        ref={input}
        type="search"
        aria-label="Find in transcript"
        placeholder="Find in transcript"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={handleKey}
        className={controlClass}
      />
      <output className="tabular shrink-0 px-1 text-sm text-ink-2">
        {text.trim() === ''
          ? ''
          : isSearching
            ? 'Searching…'
            : failed
              ? ''
              : count === 0
                ? 'No matches'
                : describePlace(at, count, shown)}
      </output>
      <IconButton label="Previous match" icon={<ChevronUp className="size-4" />} onClick={() => onStep(-1)} />
      <IconButton label="Next match" icon={<ChevronDown className="size-4" />} onClick={() => onStep(1)} />
      <IconButton label="Close search" icon={<X className="size-4" />} onClick={onClose} />
      {failed && !isSearching && (
        <div className="basis-full">
          <ReadNotice of={failed} what="Search" />
        </div>
      )}
    </search>
  )
}

const describePlace = (at: number, count: number, shown: number): string =>
  count === shown ? `${at + 1} of ${count}` : `${at + 1} of ${count} (only the first ${shown} can be opened)`
