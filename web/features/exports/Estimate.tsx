import { useEffect, useState } from 'react'
import { type ExportEstimate, type ExportPlan, estimateExport } from '#contract/exports/exports.ts'
import { useRead } from '#web/platform/api.ts'
import { formatBytes, formatCount, formatDuration } from '#web/platform/format.ts'
import { Notice, ReadNotice } from '#web/ui/kit.ts'

/** Long enough that a word being typed is asked about once. */
const settledMs = 400

/** How large the file would be and what it would tell; asked again when the choices have come to rest. */
export function Estimate({ plan }: { plan: ExportPlan }) {
  const settled = useSettled(JSON.stringify(plan))
  const estimate = useRead(estimateExport, { params: {}, input: JSON.parse(settled) as ExportPlan })
  if (!estimate.data && estimate.error) return <ReadNotice of={estimate} what="Estimate" />
  return (
    <div className="grid gap-2">
      <output className="tabular min-h-6 text-ink-2">
        {estimate.data ? describeEstimate(estimate.data) : 'Estimating…'}
      </output>
      {estimate.data && estimate.data.warnings.length > 0 && (
        <Notice tone="warning">
          <ul aria-label="Before you make it" className="grid gap-1">
            {estimate.data.warnings.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

const count = (number: number, unit: string) => `${formatCount(number)} ${unit}${number === 1 ? '' : 's'}`

/** Two digits: it is a guess, and "45.51 KB" would claim to be more. */
function roughly(bytes: number): string {
  const [size, unit] = formatBytes(bytes).split(' ')
  return `${Number(Number(size).toPrecision(2))} ${unit}`
}

function describeEstimate({ pages, rows, seconds, bytes, items }: ExportEstimate): string {
  const parts = [
    ...(pages === null ? [] : [count(pages, 'page')]),
    ...(rows === null ? [] : [count(rows, 'row')]),
    ...(seconds === null ? [] : [`${formatDuration(seconds)} of video`]),
    // Rows and items are the same in a table.
    ...(rows === null ? [count(items, 'item')] : []),
    roughly(bytes),
  ]
  return `About ${parts.join(', ')}.`
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
