import { moveStrike } from '#contract/strikes/moves.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { useCommand } from '#web/platform/api.ts'
import { sentenceOf } from '#web/platform/apiError.ts'
import { newId } from '#web/platform/newId.ts'
import { toast } from '#web/platform/toast.ts'

/** Offers to take back, for a few seconds, what was just said in court. */
export function useUndo(): (strike: Strike) => void {
  const command = useCommand(moveStrike)
  return (strike) => {
    const name = `${strike.label}, juror ${strike.jurorNumber}`
    const undo = () =>
      command.mutate(
        {
          params: { strikeId: strike.id },
          input: { eventId: newId(), at: new Date().toISOString(), version: strike.version, move: 'undo' },
        },
        {
          onSuccess: () => void toast({ title: 'Strike Undone', description: name }),
          onError: (error) =>
            void toast({ title: 'Not Undone', description: sentenceOf(error), variant: 'destructive' }),
        },
      )
    toast({
      title: 'Strike Exercised',
      description: name,
      action: { label: 'Undo', altText: `Undo ${name}`, onAction: undo },
    })
  }
}
