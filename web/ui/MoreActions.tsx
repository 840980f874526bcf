import { Ellipsis } from 'lucide-react'
import { Fragment } from 'react'
import { Button, buttonClass } from './Button.tsx'
import { Menu, type MenuItem } from './Menu.tsx'

type Action = MenuItem & { busy?: boolean; variant?: 'quiet' }

/** Shows a button for each action, or on phones, one menu. */
export function MoreActions({ actions }: { actions: readonly Action[] }) {
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
        <Menu trigger={<Button icon={<Ellipsis className="size-4" />}>More</Button>} items={actions} />
      </span>
    </>
  )
}
