import { readUploadLimits } from '#contract/videos/uploads.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { formatBytes } from '#web/platform/format.ts'
import { useAccount } from '#web/platform/session.ts'
import { Button, ReadNotice } from '#web/ui/kit.ts'
import { isSending, useUploads } from './queue.ts'
import { listUnfinished } from './unfinished.ts'
import { useUploadChoice } from './UploadBox.tsx'
import { UploadList } from './UploadList.tsx'
import { noPlace, UploadPlaceFields } from './UploadPlace.tsx'

type UploadChoiceProps = {
  onArrived: (videoId: string) => void
}

export function UploadChoice({ onArrived }: UploadChoiceProps) {
  const items = useUploads()
  const enabled = items.length > 0
  const limits = useRead(readUploadLimits, nothingElse, { enabled })
  const { userId } = useAccount()
  const { cases, place, setPlace, isPreparing, isReady, start, dialog } = useUploadChoice((videoId, sessionId) => {
    if (sessionId !== null && items.length === 1) onArrived(videoId)
  })
  if (items.length === 0) return null

  const busy = items.some((each) => isSending(each.state))
  const ready = items.filter((each) => each.state === 'selected' || each.state === 'failed')
  const tooLarge = ready.filter((each) => limits.data && each.file.size > limits.data.maxFileBytes)
  // A resumed upload stays in its case unless another case is chosen.
  const before = listUnfinished(userId).find(({ name, sizeBytes }) =>
    ready.some(({ file }) => file.name === name && file.size === sizeBytes),
  )
  const resumed = cases.data?.some(({ id }) => id === before?.caseId) ? (before?.caseId ?? '') : ''
  const chosen = place ?? { ...noPlace, caseId: resumed }
  return (
    <>
      <UploadList items={items} />
      <ReadNotice of={limits} what="Upload limits" />
      {limits.data && tooLarge.length > 0 && (
        <p role="alert" className="text-danger-fg">
          {`${tooLarge.map((each) => each.file.name).join(', ')}: over the ${formatBytes(limits.data.maxFileBytes)} file size limit. Remove to continue.`}
        </p>
      )}
      {(ready.length > 0 || busy) && (
        <div className="flex flex-wrap items-end gap-3">
          <UploadPlaceFields place={chosen} onChange={setPlace} />
          <Button
            variant="primary"
            busy={isPreparing}
            disabled={busy || tooLarge.length > 0 || !limits.data || !isReady(chosen)}
            onClick={() => start(chosen)}
          >
            {busy ? `Upload ${items.length} file(s)` : `Upload ${ready.length} file(s)`}
          </Button>
        </div>
      )}
      {dialog}
    </>
  )
}
