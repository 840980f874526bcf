import { useState } from 'react'
import { regroupVoices, type Voices, voicesAtMost } from '#contract/speakers/voices.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Button, Checkbox, TextField } from '#web/ui/kit.ts'

/** How many people speak, and whether the named voices are all there are: the voices are grouped anew by it. */
export function VoicesPanel({ videoId, voices }: { videoId: string; voices: Voices }) {
  const [count, setCount] = useState(voices.count === null ? '' : String(voices.count))
  const [isClosed, setIsClosed] = useState(voices.isClosed)
  const regroup = useCommand(regroupVoices)
  if (voices.method !== 'voices' || !voices.mayChange) return null
  const isSomeoneNamed = voices.voices.some(({ named }) => named > 0)
  return (
    <form
      aria-label="Group the voices anew"
      className="grid gap-3 rounded-card border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        const asked = isClosed || count === '' ? null : Number(count)
        regroup.mutate({ params: { videoId }, input: { version: voices.version, count: asked, isClosed } })
      }}
    >
      <h3 className="font-bold">Group the voices anew</h3>
      <TextField
        label="How many people speak"
        hint="Empty: as many as are heard."
        required={false}
        type="number"
        inputMode="numeric"
        min={1}
        max={voicesAtMost}
        step={1}
        value={count}
        disabled={isClosed}
        onChange={(event) => setCount(event.target.value)}
      />
      <Checkbox
        label="Only the voices that were named or assigned"
        hint={
          isSomeoneNamed
            ? 'Every other turn gets the nearest of them; what fits none stays unidentified.'
            : 'Name one to three turns of each speaker first: press Turns beside a voice.'
        }
        checked={isClosed}
        onChange={(event) => setIsClosed(event.target.checked)}
      />
      <Failure of={regroup.error} />
      {voices.isBusy ? (
        <output className="text-sm text-ink-2">The voices are being grouped; this list follows by itself.</output>
      ) : (
        <Button type="submit" busy={regroup.isPending}>
          Group anew
        </Button>
      )}
    </form>
  )
}
