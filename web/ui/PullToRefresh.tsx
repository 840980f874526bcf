import { useDrag } from '@use-gesture/react'
import { type ReactNode, useState } from 'react'

/** Required by section 9 of the specification. */
const afterMs = 1000
const resistance = 2

type PullToRefreshProps = { onRefresh: () => Promise<unknown>; children: ReactNode }

export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const [pulled, setPulled] = useState(0)
  const [isRefreshing, setRefreshing] = useState(false)
  async function refresh() {
    setRefreshing(true)
    try {
      await onRefresh()
      await new Promise((resolve) => setTimeout(resolve, afterMs))
    } finally {
      setRefreshing(false)
    }
  }
  const bind = useDrag(
    ({ movement: [, y], last, memo = window.scrollY === 0 }) => {
      if (!memo || isRefreshing) return memo
      setPulled(last ? 0 : Math.max(0, y))
      if (last && y > thresholdPx) void refresh()
      return memo
    },
    { axis: 'y', filterTaps: true, pointer: { touch: true } },
  )
  return (
    <div {...bind()} className="pulls-to-refresh">
      <output
        className="grid place-items-center overflow-hidden text-sm text-ink-2"
        {...((pulled > 0 || isRefreshing) && { style: { height: `${isRefreshing ? 40 : pulled / resistance}px` } })}
      >
        {describePull(pulled, isRefreshing)}
      </output>
      {children}
    </div>
  )
}

const thresholdPx = 100

export function describePull(pulledPx: number, isRefreshing: boolean): string {
  if (isRefreshing) return 'Refreshing...'
  if (pulledPx === 0) return ''
  return pulledPx > thresholdPx ? 'Release to refresh' : 'Pull to refresh'
}
