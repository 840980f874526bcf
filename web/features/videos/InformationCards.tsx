import type { ReactNode } from 'react'
import { z } from 'zod'
import { type VideoDetail, listVideoAccesses, type VideoAccess } from '#contract/videos/videos.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { formatBytes, formatDateTime, formatDuration } from '#web/platform/format.ts'
import { usePages } from '#web/platform/pages.ts'
import { Card, Folded, Notice, ProgressBar, EmptyState, ShowMore, Skeleton } from '#web/ui/kit.ts'
import { statusLabels, workLine } from './status.tsx'

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-ink-3">{name}</dt>
      <dd className="tabular min-w-0 text-right break-words">{children}</dd>
    </div>
  )
}

const integrityWords = { ok: 'Unchanged', changed: 'Changed', unchecked: 'Not checked yet' } as const

const integrityLine = ({ status, checkedAt }: VideoDetail['integrity']): string =>
  checkedAt === null ? integrityWords[status] : `${integrityWords[status]}, checked ${formatDateTime(checkedAt)}`

const CardTitle = ({ children }: { children: string }) => <h2 className="text-lg font-bold">{children}</h2>

/** If true, the card starts open so that progress and duplicates are visible. */
const isBusy = ({ status, sameBytesAs }: VideoDetail): boolean =>
  status === 'processing' || status === 'uploading' || sameBytesAs.length > 0

export function VideoInformationCard({ video }: { video: VideoDetail }) {
  const work = workLine(video)
  return (
    <Card>
      <Folded title={<CardTitle>Video Information</CardTitle>} isOpen={isBusy(video)}>
        <dl className="grid gap-2 text-sm">
          <Row name="File name">{video.filename}</Row>
          <Row name="Original name">{video.originalName}</Row>
          <Row name="File size">{formatBytes(video.size)}</Row>
          <Row name="Duration">{video.duration === null ? 'Unknown duration' : formatDuration(video.duration)}</Row>
          <Row name="Status">{statusLabels[video.status]}</Row>
          {video.width !== null && (
            <Row name="Resolution">{`${video.width} × ${video.height}${video.codec ? `, ${video.codec}` : ''}`}</Row>
          )}
          <Row name="Uploaded by">{video.uploadedByName}</Row>
          {video.caseTitle && <Row name="Case">{video.caseTitle}</Row>}
          {video.sha256 && (
            <Row name="SHA-256">
              <code className="text-xs break-all">{video.sha256}</code>
            </Row>
          )}
          {video.sha256 && <Row name="Integrity">{integrityLine(video.integrity)}</Row>}
          {(video.status === 'processing' || video.status === 'uploading') && (
            <Row name="Progress">{`${Math.round(video.progress)}%`}</Row>
          )}
        </dl>
        {(video.status === 'processing' || video.status === 'uploading') && (
          <div className="mt-2 grid gap-1">
            <ProgressBar value={video.progress} label={`${statusLabels[video.status]} ${video.filename}`} />
            {work && <p className="text-sm text-ink-3">{work}</p>}
          </div>
        )}
        {video.sameBytesAs.length > 0 && (
          <div className="mt-3">
            <Notice tone="warning">{`This recording was already uploaded as ${video.sameBytesAs.map((each) => each.filename).join(', ')}.`}</Notice>
          </div>
        )}
      </Folded>
    </Card>
  )
}

export function ProcessingDetailsCard({ video: { analysis } }: { video: VideoDetail }) {
  if (!analysis) return null
  const time = (iso: string | null) => (iso === null ? 'Unknown' : formatDateTime(iso))
  return (
    <Card>
      <Folded title={<CardTitle>Processing Details</CardTitle>}>
        <dl className="grid gap-2 text-sm">
          <Row name="Provider">{analysis.processingProvider}</Row>
          <Row name="Job ID">
            <code className="text-xs break-all">{analysis.processingJobId}</code>
          </Row>
          <Row name="Started">{time(analysis.processingStartedAt)}</Row>
          <Row name="Completed">{time(analysis.processingCompletedAt)}</Row>
        </dl>
      </Folded>
    </Card>
  )
}

const shownAtOnce = 10

const what = ({ use, file }: VideoAccess): string =>
  use === 'downloaded' ? 'Downloaded original' : `Viewed ${file === 'film' ? 'web version' : 'original'}`

export function AccessesCard({ videoId }: { videoId: string }) {
  const accesses = usePages(listVideoAccesses, { params: { videoId }, input: { limit: shownAtOnce } }, z.unknown())
  return (
    <Card title="Access">
      <Loaded query={accesses} skeleton={<Skeleton className="h-24" />}>
        {({ pages }) => {
          const list = pages.flatMap((page) => page.items)
          if (list.length === 0)
            return (
              <EmptyState title="No views or downloads yet" hint="Everyone who opens this recording is listed here." />
            )
          return (
            <>
              <ol aria-label="Access" className="divide-y divide-line text-sm">
                {list.map((access) => (
                  <li key={access.id} className="grid gap-0.5 py-2">
                    <div className="flex justify-between gap-4">
                      <span className="min-w-0 font-medium break-words">
                        {access.person ?? (access.inAnotherCase ? 'In another case' : 'Deleted account')}
                      </span>
                      <time dateTime={access.at} className="tabular shrink-0 text-ink-3">
                        {formatDateTime(access.at)}
                      </time>
                    </div>
                    <div className="tabular flex justify-between gap-4 text-ink-2">
                      <span className="min-w-0">{what(access)}</span>
                      <span className="shrink-0">{formatBytes(access.bytes)}</span>
                    </div>
                  </li>
                ))}
              </ol>
              {accesses.hasNextPage && (
                <div className="mt-3 grid justify-items-center">
                  <ShowMore busy={accesses.isFetchingNextPage} onClick={() => void accesses.fetchNextPage()} />
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}
