import { Ellipsis } from 'lucide-react'
import { Fragment } from 'react'
import { Button, buttonClass } from './Button.tsx'
import { Menu, type MenuItem } from './Menu.tsx'

type Action = MenuItem & { busy?: boolean; variant?: 'quiet' }

/** Shows a button for each action, or on phones, one menu. */
export function MoreActions({ actions, isShort = false }: { actions: readonly Action[]; isShort?: boolean }) {
  return (
    <>
      <span className="contents max-sm:hidden">
        {actions.map(({ label, icon, busy, variant, renderLink, onSelect }) => (
          <Fragment key={label}>
            {renderLink ? (
              renderLink({
                className: buttonClass(),
                children: (
                  <>
                    {icon} {label}
                  </>
                ),
              })
            ) : (
              <Button icon={icon} busy={busy ?? false} variant={variant ?? 'secondary'} onClick={onSelect}>
                {label}
              </Button>
            )}
          </Fragment>
        ))}
      </span>
      <span className="sm:hidden">
        <Menu
          trigger={
            <Button icon={<Ellipsis className="size-4" />} className={isShort ? 'w-11 px-0!' : ''}>
              <span className={isShort ? 'sr-only' : undefined}>More</span>
            </Button>
          }
          items={actions}
        />
      </span>
    </>
  )
}
