import { type Severity, severities } from '#contract/findings/findings.ts'

export type TimelineMark = { id: string; seconds: number; label: string; severity: Severity; suggested: boolean }

export type MarkBucket = {
  first: TimelineMark
  count: number
  severity: Severity
  suggested: boolean
  labels: string[]
}

const mostBars = 200
const mostLabels = 5

export function bucketMarks(marks: readonly TimelineMark[], duration: number): MarkBucket[] {
  const toBar = ({ seconds }: TimelineMark) =>
    duration > 0 ? Math.min(mostBars - 1, Math.floor((seconds / duration) * mostBars)) : 0
  const byBar = Map.groupBy(
    marks.toSorted((a, b) => a.seconds - b.seconds),
    toBar,
  )
  return [...byBar.values()].map((here) => ({
    first: here[0]!,
    count: here.length,
    severity: severities.findLast((each) => here.some(({ severity }) => severity === each))!,
    suggested: here.every(({ suggested }) => suggested),
    labels: here.slice(0, mostLabels).map(({ label }) => label),
  }))
}
