import { type Severity, severities } from '#contract/findings/findings.ts'

/** A moment on the timeline: what the machine suggests, or what a person marked. */
export type TimelineMark = { id: string; seconds: number; label: string; severity: Severity; suggested: boolean }

/** What one bar on the timeline stands for. */
export type MarkBucket = {
  first: TimelineMark
  count: number
  severity: Severity
  suggested: boolean
  labels: string[]
}

/** Bars on the timeline: more would lie on top of each other. */
const mostBars = 200
const mostLabels = 5

/** Marks that fall on the same bar of the timeline, as one: the gravest severity, and its first labels. */
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
