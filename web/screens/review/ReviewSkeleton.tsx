import { PlayerSkeleton } from '#web/features/player/index.ts'
import { Panes } from '#web/features/review/index.ts'
import { Skeleton } from '#web/ui/kit.ts'
import { RailSkeleton } from './RailTabs.tsx'

export function ReviewSkeleton() {
  return (
    <Panes
      video={<PlayerSkeleton />}
      transcript={<Skeleton className="h-full" />}
      rail={
        <div className="grid gap-2">
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-8 w-24 touch:h-11" />
          <Skeleton className="mb-2 h-9 touch:h-11" />
          <RailSkeleton />
        </div>
      }
    />
  )
}
