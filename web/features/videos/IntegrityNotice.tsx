import { useId, useState } from 'react'
import { decideIntegrity, type VideoDetail } from '#contract/videos.ts'
import { useCommand } from '#web/platform/api.ts'
import { sentenceOf } from '#web/platform/apiError.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** Shown once the stored file is no longer what was received: what is blocked, and the decision. */
export function IntegrityNotice({ video: { id, integrity } }: { video: Pick<VideoDetail, 'id' | 'integrity'> }) {
  const { status, foundSha256, isBlocked, mayDecide, decision } = integrity
  const title = useId()
  if (status !== 'changed') return null
  const what = foundSha256 === null ? 'is missing' : 'is not what was received'
  return (
    <section aria-labelledby={title}>
      <Notice tone={isBlocked ? 'danger' : 'warning'}>
        <h2 id={title} className="font-semibold">{`The stored file ${what}`}</h2>
        {isBlocked && (
          <p>
            Playback and exports are blocked. Restore the file from a backup, or have the case lead or an administrator
            decide to go on.
          </p>
        )}
        {decision && (
          <p>{`${decision.by ?? 'Somebody'} decided to go on, ${formatDateTime(decision.at)}: ${decision.reason}`}</p>
        )}
        {mayDecide && <Decision videoId={id} />}
      </Notice>
    </section>
  )
}

function Decision({ videoId }: { videoId: string }) {
  const [reason, setReason] = useState('')
  const decide = useCommand(decideIntegrity)
  return (
    <form
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        decide.mutate({ params: { videoId }, input: { reason } })
      }}
    >
      <TextField
        label="Reason to go on"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={1000}
        required
        error={decide.error ? sentenceOf(decide.error) : undefined}
      />
      <Button type="submit" variant="secondary" busy={decide.isPending} className="justify-self-start">
        Go on with this file
      </Button>
    </form>
  )
}
