import type { ReactNode } from 'react'
import { Card, Skeleton } from '#web/ui/kit.ts'

type FindingsCardProps = { count: number | null; actions?: ReactNode; children: ReactNode }

export function FindingsCard({ count, actions, children }: FindingsCardProps) {
  return (
    <div id="findings" className="scroll-mt-20 max-md:scroll-mt-2">
      <Card
        title={count === null ? 'Findings' : `Findings (${count})`}
        actions={actions}
        className="md:flex md:max-h-[calc(100dvh-var(--sticky-top)-2rem)] md:flex-col print:block! print:max-h-none!"
      >
        <div className="md:-mx-4 md:min-h-0 md:overflow-y-auto md:px-4 print:overflow-visible!">{children}</div>
      </Card>
    </div>
  )
}

export function FindingsSkeleton() {
  return (
    <div className="grid gap-1.5">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((each) => (
        <Skeleton key={each} className="h-14" />
      ))}
    </div>
  )
}
