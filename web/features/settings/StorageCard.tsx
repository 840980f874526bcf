import { type FirmStorage, readFirmStorage } from '#contract/account/firm-settings.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { formatBytes, formatCount, formatKeepDays, formatPercent } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Card, ProgressBar, Skeleton } from '#web/ui/kit.ts'

const counted = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

type Deleted = Pick<FirmStorage, 'deletedVideos' | 'deletedBytes' | 'deletedKeepDays'>

function describeDeleted({ deletedVideos, deletedBytes, deletedKeepDays }: Deleted): [string, string] {
  const size = `${counted(deletedVideos, 'video')}, ${formatBytes(deletedBytes)}`
  const keepTime = formatKeepDays(deletedKeepDays)
  if (keepTime === null) return ['Deleted (can’t be restored)', `${size}, destroyed shortly`]
  return ['Deleted (can be restored)', `${size}, destroyed after ${keepTime}`]
}

export function StorageCard() {
  const storage = useRead(readFirmStorage, nothingElse)
  return (
    <Card title="Storage">
      <Loaded query={storage} skeleton={<Skeleton className="h-24" />}>
        {({ quotaBytes, originalBytes, usedBytes = originalBytes, ...all }) => (
          <div className="grid gap-4">
            {quotaBytes !== null && (
              <div className="grid gap-1">
                <ProgressBar label="Quota used" value={Math.min(100, (usedBytes / quotaBytes) * 100)} />
                <p className="text-sm text-ink-2">
                  {formatBytes(usedBytes)} of {formatBytes(quotaBytes)} used, {formatPercent(usedBytes / quotaBytes)}
                </p>
              </div>
            )}
            <dl className="grid gap-3">
              {[
                ['Videos', `${counted(all.videos, 'video')}, ${formatBytes(originalBytes)}`],
                ['Exports', `${counted(all.exports, 'file')}, ${formatBytes(all.exportBytes)}`],
                describeDeleted(all),
                ...(quotaBytes === null ? [['Quota', 'None']] : []),
              ].map(([name, value]) => (
                <div key={name} className="grid gap-0.5 sm:grid-cols-[12rem_minmax(0,1fr)]">
                  <dt className="text-ink-3">{name}</dt>
                  <dd className="tabular">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </Loaded>
    </Card>
  )
}
