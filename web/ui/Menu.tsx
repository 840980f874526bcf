import { DropdownMenu as Radix } from 'radix-ui'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { cx } from './cx.ts'

export type MenuItem = {
  label: string
  icon?: ReactNode
  keys?: string
  danger?: boolean
  separated?: boolean
  onSelect?: () => void
  /** Makes the item a link, which can be opened in a new tab. */
  renderLink?: (look: { className?: string; children: ReactNode }) => ReactElement
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
              asChild={item.renderLink !== undefined}
              {...(item.onSelect && { onSelect: item.onSelect })}
              className={cx(
                'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-3 no-underline outline-none data-highlighted:bg-hover touch:min-h-11',
                item.danger && 'text-danger-fg',
              )}
            >
              {item.renderLink ? item.renderLink({ children: <Content of={item} /> }) : <Content of={item} />}
            </Radix.Item>
          </Fragment>
        ))}
      </Radix.Content>
    </Radix.Root>
  )
}

const Content = ({ of: { icon, label, keys } }: { of: MenuItem }) => (
  <>
    {icon}
    <span className="flex-1">{label}</span>
    {keys && <kbd className="text-xs text-ink-3">{keys}</kbd>}
  </>
)
