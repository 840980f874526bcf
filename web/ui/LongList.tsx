import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePrinting } from './printing.ts'

/** Items in one part of the list: a part of 40 cards blocks for 129 ms while scrolling, of 3 for 31 ms. */
const partSize = 3
/** Lists of up to this many items are rendered whole. */
const longestWhole = 80
/** How far outside the window a part is rendered, so that scrolling doesn't outrun it. */
const aheadPx = 1500

type LongListProps<T> = {
  label: string
  items: readonly T[]
  /** A `<li>` with a key. */
  children: (item: T) => ReactNode
  className: string
  /** A guess at the height of an item, until its part has been measured. */
  itemPx: number
  /** An item that stays rendered wherever the page is scrolled to. */
  isKept?: (item: T) => boolean
}

/** A list of thousands of items that renders the parts near the window, and all of them on paper. */
export function LongList<T>({ label, items, children, className, itemPx, isKept }: LongListProps<T>) {
  // One part, so that a short list stays the same while its first answer grows into a long one.
  const isShort = items.length <= longestWhole
  const parts = isShort ? [0] : Array.from({ length: Math.ceil(items.length / partSize) }, (_, at) => at * partSize)
  return (
    <div className={className}>
      {parts.map((from) => {
        const part = isShort ? items : items.slice(from, from + partSize)
        return (
          <Part
            key={from}
            label={isShort ? label : `${label}, ${from + 1} to ${from + part.length} of ${items.length}`}
            className={className}
            guessPx={part.length * itemPx}
            isKept={isShort || (isKept !== undefined && part.some(isKept))}
            render={() => part.map(children)}
          />
        )
      })}
    </div>
  )
}

type PartProps = { label: string; className: string; guessPx: number; isKept: boolean; render: () => ReactNode }

function Part({ label, className, guessPx, isKept, render }: PartProps) {
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
        // What somebody is writing in must not go away while they look elsewhere.
        if (!entry.isIntersecting && element.contains(document.activeElement)) return
        if (!entry.isIntersecting && element.firstChild) setHeightPx(element.offsetHeight)
        setNear(entry.isIntersecting)
      },
      // The second one is for lists inside a pane that scrolls by itself.
      { rootMargin: margin, scrollMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const isShown = isNear || isKept || isPrinting
  return (
    <div ref={place} style={isShown ? undefined : { height: heightPx }}>
      {isShown && (
        <ul aria-label={label} className={className}>
          {render()}
        </ul>
      )}
    </div>
  )
}
