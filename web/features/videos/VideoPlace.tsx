import { Link } from '@tanstack/react-router'
import { Briefcase, CalendarDays } from 'lucide-react'
import type { VideoSummary } from '#contract/videos/videos.ts'
import { cx } from '#web/ui/kit.ts'

type VideoPlaceProps = { video: Pick<VideoSummary, 'caseId' | 'caseTitle' | 'session'>; className?: string }

export function VideoPlace({ video: { caseId, caseTitle, session }, className }: VideoPlaceProps) {
  if (caseId === null || caseTitle === null) return <span className={cx('py-0.5 text-ink-3', className)}>No case</span>
  return (
    <span className={cx('flex min-w-0 gap-x-4', className)}>
      <Link to="/cases/$caseId" params={{ caseId }} title={caseTitle} className={placeLink}>
        <Briefcase className="size-3.5 shrink-0" aria-hidden="true" />
        <bdi className="truncate">{caseTitle}</bdi>
      </Link>
      {session && (
        <Link
          to="/sessions/$sessionId/progress"
          params={{ sessionId: session.id }}
          title={session.name}
          className={placeLink}
        >
          <CalendarDays className="size-3.5 shrink-0" aria-hidden="true" />
          <bdi className="truncate">{session.name}</bdi>
        </Link>
      )}
    </span>
  )
}

const placeLink =
  'flex min-w-0 max-w-full items-center gap-1.5 justify-self-start rounded-mark py-0.5 text-accent-ink hover:underline'
