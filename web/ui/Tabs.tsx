import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

type TabsProps = {
  label: string
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
}

/** Shows the first tab when `value` names none of them, such as one from an old link. */
export function Tabs({ label, tabs, value: asked, defaultValue, onValueChange }: TabsProps) {
  const value = asked === undefined || tabs.some((tab) => tab.value === asked) ? asked : tabs[0]?.value
  const state = {
    ...(value !== undefined && { value }),
    ...(value === undefined && { defaultValue: defaultValue ?? tabs[0]?.value ?? '' }),
    ...(onValueChange && { onValueChange }),
  }
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (list.current) fadeScrollEdges(list.current)
  })
  useEffect(() => {
    const row = list.current
    if (!row) return
    const watch = new ResizeObserver(() => {
      fadeScrollEdges(row)
      if (value !== undefined) showInRow(row, row.querySelector('[data-state="active"]'))
    })
    watch.observe(row)
    return () => watch.disconnect()
  }, [value])
  return (
    <Radix.Root {...state}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="mb-4 flex scroll-px-10 gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-9 shrink-0 border-b-2 border-transparent px-3 text-ink-2 -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-accent-ink touch:min-h-11"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

function fadeScrollEdges(row: Element): void {
  row.classList.toggle('fade-row', row.scrollWidth > row.clientWidth)
}

/** Width of the edge fade. Must match `fade-row` in base.css. */
const fadePx = 40

function showInRow(row: Element, thing: Element | null): void {
  if (!thing) return
  const inner = thing.getBoundingClientRect()
  const outer = row.getBoundingClientRect()
  const beyond = inner.right - (outer.right - fadePx)
  const before = outer.left + fadePx - inner.left
  if (beyond > 0) row.scrollLeft += beyond
  else if (before > 0) row.scrollLeft -= before
}
