import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Performance } from '#contract/operations/operations.ts'
import { useTheme } from '#web/platform/page/theme.ts'
import { getTimeZone } from '#web/platform/format.ts'

const heightPx = 160
const rightPx = 28
const hourSeconds = 3600

export function ResponseChart({ hours }: { hours: Performance['hours'] }) {
  const theme = useTheme()
  return (
    <figure>
      <figcaption className="sr-only">Response time by hour. The table below has the same data.</figcaption>
      <Canvas key={theme} hours={hours} />
    </figure>
  )
}

function Canvas({ hours }: { hours: Performance['hours'] }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    // A canvas can't resolve CSS custom properties.
    const style = getComputedStyle(element)
    const color = (name: string) => style.getPropertyValue(name).trim()
    const axis = { stroke: color('--text-2'), grid: { stroke: color('--border'), width: 1 } }
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: heightPx,
        padding: [null, rightPx, null, null],
        legend: { show: false },
        cursor: { show: false },
        tzDate: (second) => uPlot.tzDate(new Date(second * 1000), getTimeZone()),
        series: [{}, { label: 'Response time', stroke: color('--accent'), width: 2, points: { show: true, size: 4 } }],
        axes: [axis, { ...axis, size: 64, values: (_chart, values) => values.map((value) => `${value} ms`) }],
      },
      withGaps(hours),
      element,
    )
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: heightPx }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [hours])
  return <div ref={frame} aria-hidden="true" />
}

function withGaps(hours: Performance['hours']): [number[], (number | null)[]] {
  const times: number[] = []
  const values: (number | null)[] = []
  for (const { at, avgResponseTime } of hours) {
    const second = Date.parse(at) / 1000
    const before = times.at(-1)
    if (before !== undefined && second - before > hourSeconds) {
      times.push(before + hourSeconds)
      values.push(null)
    }
    times.push(second)
    values.push(avgResponseTime)
  }
  return [times, values]
}
