import { Link } from '@tanstack/react-router'
import { listVideos, VideoTotals } from '#contract/videos.ts'
import { formatBytes, formatDate, formatDuration } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { usePages } from '#web/platform/pages.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { linkClass } from '#web/ui/linkClass.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, TableCell, TableRow } from '#web/ui/Table.tsx'

const columns = [
  { label: 'File' },
  { label: 'Status' },
  { label: 'Length' },
  { label: 'Size', numeric: true },
  { label: 'Added' },
]
const statusWords = {
  uploading: 'Uploading',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
} as const

/** The recordings of the case. */
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
        if (files.length === 0) return <EmptyState title="No files in this case" action={upload} />
        return (
          <div className="grid gap-3">
            <Table caption="Files of the case" columns={columns}>
              {files.map((each) => (
                <TableRow key={each.id}>
                  <TableCell>
                    <Link to="/videos/$videoId" params={{ videoId: each.id }} className={linkClass}>
                      {each.filename}
                    </Link>
                  </TableCell>
                  <TableCell>{statusWords[each.status]}</TableCell>
                  <TableCell>{each.duration === null ? 'Unknown' : formatDuration(each.duration)}</TableCell>
                  <TableCell numeric>{formatBytes(each.size)}</TableCell>
                  <TableCell>
                    <span className="whitespace-nowrap">{formatDate(each.uploadedAt)}</span>
                  </TableCell>
                </TableRow>
              ))}
            </Table>
            <div className="flex flex-wrap gap-2">
              {videos.hasNextPage && (
                <Button busy={videos.isFetchingNextPage} onClick={() => void videos.fetchNextPage()}>
                  Show more
                </Button>
              )}
              {upload}
            </div>
          </div>
        )
      }}
    </Loaded>
  )
}
