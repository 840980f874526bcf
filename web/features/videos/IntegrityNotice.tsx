import { useId, useState } from 'react'
import { decideIntegrity, type VideoDetail } from '#contract/videos/videos.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Button, Notice, TextArea } from '#web/ui/kit.ts'

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
              : 'Reprocess the video or restore the web version from a backup'}
            , or ask the case lead or an administrator to approve using it as is.
          </p>
        )}
        {decision && (
          <p className="break-words">{`${decision.by ?? 'Someone'} approved use of this file on ${formatDateTime(decision.at)}: ${decision.reason}`}</p>
        )}
        {mayDecide && <Decision videoId={id} />}
      </Notice>
    </section>
  )
}

const toSentence = ({ file, isMissing }: VideoDetail['integrity']['changed'][number]): string =>
  file === 'original'
    ? `The stored file ${isMissing ? 'is missing' : 'doesn’t match the upload'}.`
    : `The web version ${isMissing ? 'is missing' : 'has changed since it was created'}.`

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
        label="Reason for using this file"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={1000}
        required
        error={decide.error ? describeError(decide.error) : undefined}
      />
      <Button type="submit" variant="secondary" busy={decide.isPending} className="justify-self-start">
        Use this file
      </Button>
    </form>
  )
}
