import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/** What a read knows so far: loading, failed or there. Data once there stays while a later poll fails. */
export type Reading<T = unknown> = {
  data: T | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** Stands in for a read that adds to a screen, until its data is there. `what` begins a sentence: "Seats". */
export function ReadNotice({ of, what }: { of: Reading; what: string }) {
  if (of.data !== undefined) return null
  if (!of.error) {
    return (
      <output className="appear-late block text-sm text-ink-3 print:hidden">
        {`Loading ${what[0]?.toLowerCase()}${what.slice(1)}…`}
      </output>
    )
  }
  return (
    <Notice tone="danger" alert>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 wrap-anywhere">{`${what} failed to load. ${of.error.message}`}</span>
        <Button busy={of.isFetching} onClick={() => void of.refetch()}>
          Retry
        </Button>
      </div>
    </Notice>
  )
}
