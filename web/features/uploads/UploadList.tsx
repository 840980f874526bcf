import { useState } from 'react'
import { resumableAboveBytes } from '#contract/videos/uploads.ts'
import { formatBytes, formatTimeLeft } from '#web/platform/format.ts'
import { useAccount } from '#web/platform/session.ts'
import { IconButton, ProgressBar, Button, Notice } from '#web/ui/kit.ts'
import { Pause, Play, X } from 'lucide-react'
import { pauseUpload, removeUpload, resumeUpload, type UploadItem, useUploads } from './queue.ts'
import { forgetUnfinished, listUnfinished } from './unfinished.ts'

export function UploadList({ items }: { items: readonly UploadItem[] }) {
  return (
    <ul aria-label="Selected files" className="divide-y divide-line rounded-card border border-line bg-surface">
      {items.map((item) => (
        <UploadRow key={item.key} item={item} />
      ))}
    </ul>
  )
}

function UploadRow({ item }: { item: UploadItem }) {
  const { key, file, state } = item
  const isUnderWay = state === 'uploading' || state === 'paused' || state === 'waiting'
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={file.name}>
            {file.name}
          </p>
          <p className="tabular text-sm text-ink-3">{statusLine(item)}</p>
        </div>
        {state === 'uploading' && file.size > resumableAboveBytes && (
          <IconButton
            label={`Pause ${file.name}`}
            icon={<Pause className="size-4" />}
            onClick={() => pauseUpload(key)}
          />
        )}
        {(state === 'paused' || state === 'failed') && (
          <IconButton
            label={`Resume ${file.name}`}
            icon={<Play className="size-4" />}
            onClick={() => resumeUpload(key)}
          />
        )}
        <IconButton label={`Remove ${file.name}`} icon={<X className="size-4" />} onClick={() => removeUpload(key)} />
      </div>
      {isUnderWay && (
        <ProgressBar value={(item.sentBytes / Math.max(1, file.size)) * 100} label={`Uploading ${file.name}`} />
      )}
      {item.error && (
        <p role="alert" className="text-sm text-danger-fg">
          {item.error}
        </p>
      )}
      {item.sameBytesAs.length > 0 && (
        <output className="text-sm text-warning-fg">
          This recording was already uploaded as {item.sameBytesAs.join(', ')}. If you don’t need both, delete one.
        </output>
      )}
    </li>
  )
}

function statusLine({ file, state, sentBytes, pace }: UploadItem): string {
  const size = formatBytes(file.size)
  if (state === 'selected') return size
  if (state === 'waiting') return `${size} · waiting`
  if (state === 'done') return `${size} · uploaded`
  if (state === 'failed') return `${size} · failed`
  const sent = `${formatBytes(sentBytes)} of ${size}`
  if (state === 'paused') return `${sent} · paused`
  return pace ? `${sent} · ${formatBytes(pace.bytesPerSecond)}/s · ${formatTimeLeft(pace.secondsLeft)} left` : sent
}

export function UnfinishedUploads({ onChoose }: { onChoose: () => void }) {
  const items = useUploads()
  const { userId } = useAccount()
  const [, setForgotten] = useState(0)
  const chosen = new Set(items.map((each) => `${each.file.name}|${each.file.size}`))
  const unfinished = listUnfinished(userId).filter((each) => !chosen.has(`${each.name}|${each.sizeBytes}`))
  if (unfinished.length === 0) return null
  return (
    <Notice tone="warning">
      <p className="font-medium">Unfinished uploads</p>
      <p className="text-sm">Select the same file to resume the upload.</p>
      <ul className="mt-2 grid gap-2">
        {unfinished.map((each) => (
          <li key={each.key} className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 flex-1 break-words">
              {each.name} ({formatBytes(each.sizeBytes)})
            </span>
            <Button onClick={onChoose} aria-label={`Select ${each.name} to resume`}>
              Select file
            </Button>
            <Button
              variant="quiet"
              aria-label={`Discard upload of ${each.name}`}
              onClick={() => {
                forgetUnfinished(each.key)
                setForgotten((count) => count + 1)
              }}
            >
              Discard
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
