import { createCorrection, type Correction, undoCorrection } from '#contract/videos/corrections.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Badge, Button } from '#web/ui/kit.ts'

const stateWords: Record<Correction['state'], string> = {
  live: 'Shown',
  detached: 'Its words are no longer there',
  replaced: 'Replaced',
  undone: 'Taken back',
  undo: 'Takes one back',
}

/** Everything that people ever changed of one turn, newest first. */
export function CorrectionHistory({ videoId, list }: { videoId: string; list: readonly Correction[] }) {
  const create = useCommand(createCorrection)
  const undo = useCommand(undoCorrection)
  const isBusy = create.isPending || undo.isPending
  const onError = (error: Error) =>
    void toast({ title: 'Not Saved', description: describeError(error), variant: 'destructive' })
  return (
    <ul aria-label="Corrections of these words" className="grid gap-2 text-sm">
      {list
        .filter((each) => each.state !== 'undo')
        .toReversed()
        .map(({ id, turn, from, to, originalText, newText, replaces, state, by, at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line pt-2">
            <span className="break-words">{`“${originalText}” → ${newText ? `“${newText}”` : 'nothing'}`}</span>
            <Badge tone={state === 'live' ? 'success' : 'neutral'}>{stateWords[state]}</Badge>
            <span className="text-ink-3">{`${by}, ${formatDateTime(at)}`}</span>
            {state === 'live' && (
              <Button
                className="ml-auto"
                disabled={isBusy}
                onClick={() => undo.mutate({ params: { videoId, id }, input: {} }, { onError })}
              >
                Undo
              </Button>
            )}
            {state === 'undone' && (
              <Button
                className="ml-auto"
                disabled={isBusy}
                onClick={() =>
                  create.mutate({ params: { videoId }, input: { turn, from, to, newText, replaces } }, { onError })
                }
              >
                Redo
              </Button>
            )}
          </li>
        ))}
    </ul>
  )
}
