/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table can’t become cards on a phone or mount rows in chunks */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePrinting } from './printing.ts'

/** Items per chunk. Scrolling blocks for 31 ms with chunks of 3 cards, and for 129 ms with chunks of 40. */
const partSize = 3
const longestWhole = 80
const aheadPx = 1500

type LongListProps<T> = {
  label: string
  items: readonly T[]
  children: (item: T, at: number) => ReactNode
  className: string
  itemPx: number
  isKept?: (item: T) => boolean
  /** Makes this a table for screen readers. `children` must render elements with `role="row"`. */
  header?: ReactNode
}

/** Mounts only chunks near the viewport, or everything when printing. */
export function LongList<T>({ label, items, children, className, itemPx, isKept, header }: LongListProps<T>) {
  const isShort = items.length <= longestWhole
  const parts = isShort ? [0] : Array.from({ length: Math.ceil(items.length / partSize) }, (_, at) => at * partSize)
  const tableProps = header && { role: 'table', 'aria-label': label, 'aria-rowcount': items.length + 1 }
  return (
    <div className={className} {...tableProps}>
      {header}
      {parts.map((from) => {
        const part = isShort ? items : items.slice(from, from + partSize)
        return (
          <Part
            key={from}
            label={isShort ? label : `${label}, ${from + 1} to ${from + part.length} of ${items.length}`}
            isTable={header !== undefined}
            className={className}
            guessPx={part.length * itemPx}
            isKept={isShort || (isKept !== undefined && part.some(isKept))}
            render={() => part.map((item, at) => children(item, from + at))}
          />
        )
      })}
    </div>
  )
}

type PartProps = {
  label: string
  isTable: boolean
  className: string
  guessPx: number
  isKept: boolean
  render: () => ReactNode
}

function Part({ label, isTable, className, guessPx, isKept, render }: PartProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [heightPx, setHeightPx] = useState(guessPx)
  const isPrinting = usePrinting()
  useEffect(() => {
    const element = place.current
    if (!element) return
    const margin = `${aheadPx}px 0px`
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        if (!entry.isIntersecting && element.contains(document.activeElement)) return
        if (!entry.isIntersecting && element.firstChild) setHeightPx(element.offsetHeight)
        setNear(entry.isIntersecting)
      },
      // `scrollMargin` is needed for lists inside a scrolling pane.
      { rootMargin: margin, scrollMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const isShown = isNear || isKept || isPrinting
  return (
    <div
      ref={place}
      role={isTable && isShown ? 'rowgroup' : undefined}
      style={isShown ? undefined : { height: heightPx }}
    >
      {isShown && isTable && (
        <div role="presentation" className={className}>
          {render()}
        </div>
      )}
      {isShown && !isTable && (
        <ul aria-label={label} className={className}>
          {render()}
        </ul>
      )}
    </div>
  )
}
