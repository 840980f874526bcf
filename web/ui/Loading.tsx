import { Spinner } from './Spinner.tsx'

/** While the code of a screen loads. */
export function Loading() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> may not hold blocks
    <div role="status" className="appear-late flex min-h-40 items-center justify-center gap-2 text-ink-2">
      <Spinner />
      Loading
    </div>
  )
}
