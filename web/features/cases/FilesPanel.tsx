import { Link } from '@tanstack/react-router'
import {
  listVideos,
  videoStatusKinds,
  videoStatusWords,
  type VideoSummary,
  VideoTotals,
} from '#contract/videos/videos.ts'
import { formatBytes, formatDate, formatDuration } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { usePages } from '#web/platform/pages.ts'
import {
  buttonClass,
  cx,
  EmptyState,
  linkClass,
  ShowMore,
  Skeleton,
  StatusBadge,
  Table,
  TableCell,
  TableRow,
} from '#web/ui/kit.ts'

const columns = [
  { label: 'File' },
  { label: 'Status' },
  { label: 'Length', numeric: true },
  { label: 'Size', numeric: true },
  { label: 'Added' },
]
export function FilesPanel({ caseId, mayUpload }: { caseId: string; mayUpload: boolean }) {
  const videos = usePages(listVideos, { params: {}, input: { caseId } }, VideoTotals)
  const upload = mayUpload && (
    <Link to="/video-processing" className={buttonClass()}>
      Upload
    </Link>
  )
  return (
    <Loaded query={videos} skeleton={<Skeleton className="h-32" />}>
      {({ pages }) => {
        const files = pages.flatMap((page) => page.items)
        if (files.length === 0)
          return <EmptyState title="No files yet" hint="Recordings of this case appear here." action={upload} />
        return (
          <div className="grid gap-3">
            <FileList files={files} />
            <div className="flex flex-wrap gap-2">
              {videos.hasNextPage && (
                <ShowMore busy={videos.isFetchingNextPage} onClick={() => void videos.fetchNextPage()} />
              )}
              {upload}
            </div>
          </div>
        )
      }}
    </Loaded>
  )
}

function FileList({ files }: { files: readonly VideoSummary[] }) {
  return (
    <>
      <div className="hidden md:block">
        <Table caption="Case files" columns={columns}>
          {files.map((each) => (
            <TableRow key={each.id}>
              <TableCell>
                <div className="min-w-40 wrap-anywhere">
                  <FileLink file={each} />
                </div>
              </TableCell>
              <TableCell>
                <FileStatus file={each} />
              </TableCell>
              <TableCell numeric>{each.duration === null ? 'Unknown' : formatDuration(each.duration)}</TableCell>
              <TableCell numeric>
                <span className="whitespace-nowrap">{formatBytes(each.size)}</span>
              </TableCell>
              <TableCell>
                <span className="whitespace-nowrap">{formatDate(each.uploadedAt)}</span>
              </TableCell>
            </TableRow>
          ))}
        </Table>
      </div>
      <ul aria-label="Case files" className="grid gap-2 md:hidden">
        {files.map((each) => (
          <li key={each.id} className="rounded-card border border-line p-3">
            <FileLink file={each} />
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
              <FileStatus file={each} />
              {each.duration !== null && <span>{formatDuration(each.duration)}</span>}
              <span>{formatBytes(each.size)}</span>
              <span>{formatDate(each.uploadedAt)}</span>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function FileStatus({ file }: { file: VideoSummary }) {
  return <StatusBadge kind={videoStatusKinds[file.status]}>{videoStatusWords[file.status]}</StatusBadge>
}

function FileLink({ file }: { file: VideoSummary }) {
  return (
    <Link
      to="/videos/$videoId"
      params={{ videoId: file.id }}
      className={cx(linkClass, 'wrap-anywhere touch:inline-block touch:py-2')}
    >
      {file.filename}
    </Link>
  )
}
