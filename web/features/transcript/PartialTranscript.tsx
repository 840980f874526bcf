import { readPartialTranscript } from '#contract/sessions/progress.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDuration } from '#web/platform/format.ts'
import { EmptyState, ReadNotice, ScrollArea } from '#web/ui/kit.ts'

const pollMs = 5000

type PartialTranscriptProps = { videoId: string; onSeek: (seconds: number) => void }

export function PartialTranscript({ videoId, onSeek }: PartialTranscriptProps) {
  const partial = useRead(readPartialTranscript, { params: { videoId }, input: { limit: 200 } }, { pollMs })
  if (!partial.data)
    return (
      <div className="p-3">
        <ReadNotice of={partial} what="Partial transcript" />
      </div>
    )
  const { total, turns } = partial.data
  if (turns.length === 0)
    return (
      <div className="p-3">
        <EmptyState title="Analysis in progress..." hint="Words appear here as they’re recognized." />
      </div>
    )
  const isCut = total > turns.length
  return (
    <ScrollArea label="Partial transcript" className="min-h-0 flex-1">
      <p className="px-3 pt-2 text-sm text-ink-3">
        {`Partial transcript, still processing.${isCut ? ` Showing the last ${turns.length} of ${total} passages.` : ''}`}
      </p>
      <ol className="grid gap-1 p-3 text-sm">
        {turns.map(({ startMs, text }) => (
          <li key={startMs} className="flex gap-2">
            <button
              type="button"
              className="tabular h-6 shrink-0 text-ink-3 hover:text-ink touch:h-11"
              aria-label={`Play from ${formatDuration(startMs / 1000)}`}
              onClick={() => onSeek(startMs / 1000)}
            >
              {formatDuration(startMs / 1000)}
            </button>
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
      </ol>
    </ScrollArea>
  )
}
