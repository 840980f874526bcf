import { useId, useState } from 'react'
import { decideIntegrity, type VideoDetail } from '#contract/videos/videos.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Button, Notice, TextArea } from '#web/ui/kit.ts'

/** Shown once a stored file is no longer what it was: what is blocked, and the decision. */
export function IntegrityNotice({ video: { id, integrity } }: { video: Pick<VideoDetail, 'id' | 'integrity'> }) {
  const { status, changed, isBlocked, mayDecide, decision } = integrity
  const title = useId()
  if (status !== 'changed') return null
  return (
    <section aria-labelledby={title}>
      <Notice tone={isBlocked ? 'danger' : 'warning'}>
        <h2 id={title} className="font-semibold">
          {changed.map(toSentence).join(' ')}
        </h2>
        {isBlocked && (
          <p>
            Playback and exports are blocked.{' '}
            {changed.some(({ file }) => file === 'original')
              ? 'Restore the file from a backup'
              : 'Reprocess the video or restore the film from a backup'}
            , or have the case lead or an administrator decide to go on.
          </p>
        )}
        {decision && (
          <p className="break-words">{`${decision.by ?? 'Somebody'} decided to go on, ${formatDateTime(decision.at)}: ${decision.reason}`}</p>
        )}
        {mayDecide && <Decision videoId={id} />}
      </Notice>
    </section>
  )
}

const toSentence = ({ file, isMissing }: VideoDetail['integrity']['changed'][number]): string =>
  file === 'original'
    ? `The stored file is ${isMissing ? 'missing' : 'not what was received'}.`
    : `The film made for playback is ${isMissing ? 'missing' : 'not what was made'}.`

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
      <TextArea
        rows={3}
        label="Reason to go on"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={1000}
        required
        error={decide.error ? describeError(decide.error) : undefined}
      />
      <Button type="submit" variant="secondary" busy={decide.isPending} className="justify-self-start">
        Go on with this file
      </Button>
    </form>
  )
}
