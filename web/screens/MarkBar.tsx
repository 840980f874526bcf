import { formatTimecode } from '#web/platform/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { KeyHint } from '#web/ui/KeyHint.tsx'
import type { useMarks } from './useMarks.ts'

type MarkBarProps = { marks: ReturnType<typeof useMarks>; mayReview: boolean; onRepeat: () => void }

/** The buttons of the keys I, O and R, and what is marked. */
export function MarkBar({ marks, mayReview, onRepeat }: MarkBarProps) {
  const { start, stretch, isRepeating } = marks
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-2 max-sm:[&>button]:px-3!">
      {mayReview && (
        <>
          <Button onClick={marks.markStart}>
            Mark in
            <KeyHint keys="I" />
          </Button>
          <Button onClick={marks.markEnd}>
            Mark out
            <KeyHint keys="O" />
          </Button>
        </>
      )}
      <Button
        aria-pressed={isRepeating}
        className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        onClick={onRepeat}
      >
        Repeat
        <KeyHint keys="R" />
      </Button>
      {stretch && mayReview && <Button onClick={marks.ask}>Save the stretch</Button>}
      {start !== null && (
        <Button variant="quiet" onClick={marks.clear}>
          Clear
        </Button>
      )}
      {mayReview && (
        <output className="tabular text-sm text-ink-2">
          {stretch
            ? `${formatTimecode(stretch.start)} – ${formatTimecode(stretch.end)}`
            : start === null
              ? 'No start marked'
              : `Starts at ${formatTimecode(start)}`}
        </output>
      )}
    </div>
  )
}
