import { DropdownMenu as Radix } from 'radix-ui'
import { Fragment, type ReactNode } from 'react'
import { cx } from './cx.ts'

export type MenuItem = {
  label: string
  icon?: ReactNode
  keys?: string
  danger?: boolean
  separated?: boolean
  onSelect: () => void
}

type MenuProps = {
  trigger: ReactNode
  items: readonly MenuItem[]
  header?: ReactNode
}

/** The menu isn't modal, so the page stays scrollable. It isn't in a portal, so it stays in its button's landmark. */
export function Menu({ trigger, items, header }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="appear z-50 max-w-80 min-w-48 rounded-card text-left border border-line bg-surface p-1 shadow-floating"
      >
        {header && <div className="border-b border-line px-3 py-2">{header}</div>}
        {items.map((item) => (
          <Fragment key={item.label}>
            {item.separated && <Radix.Separator className="my-1 h-px bg-line" />}
            <Radix.Item
              onSelect={item.onSelect}
              className={cx(
                'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-3 outline-none data-highlighted:bg-hover touch:min-h-11',
                item.danger && 'text-danger-fg',
              )}
            >
              {item.icon}
              <span className="flex-1">{item.label}</span>
              {item.keys && <kbd className="text-xs text-ink-3">{item.keys}</kbd>}
            </Radix.Item>
          </Fragment>
        ))}
      </Radix.Content>
    </Radix.Root>
  )
}
