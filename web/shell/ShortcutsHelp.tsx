import { Link } from '@tanstack/react-router'
import { keyNames, useActiveShortcuts, useSingleKeysAllowed } from '#web/platform/page/shortcuts.ts'
import { Dialog, linkClass } from '#web/ui/kit.ts'

type ShortcutsHelpProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function ShortcutsHelp({ open, onOpenChange }: ShortcutsHelpProps) {
  const shortcuts = useActiveShortcuts()
  const singleKeys = useSingleKeysAllowed()
  const rows = [
    ...shortcuts.map(({ keys, label }) => ({ keys, label })),
    { keys: 'Escape', label: 'Close the topmost dialog, menu or overlay' },
    { keys: 'F8', label: 'Move to the notifications' },
  ]
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard Shortcuts"
      description="What applies on this page. Keys rest while you type."
    >
      <dl className="grid gap-1">
        {rows.map((row) => (
          <div
            key={row.keys}
            className="flex min-h-8 items-center justify-between gap-4 border-b border-line last:border-0"
          >
            <dt>{row.label}</dt>
            <dd className="flex gap-1">
              {keyNames(row.keys).map((name) => (
                <kbd key={name} className="rounded-mark border border-line-strong bg-surface-2 px-1.5 py-0.5 text-xs">
                  {name}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-ink-3">
        {singleKeys ? 'Single keys can be switched off in ' : 'Single keys are switched off. Switch them on in '}
        <Link to="/profile" onClick={() => onOpenChange(false)} className={linkClass}>
          your profile
        </Link>
        .
      </p>
    </Dialog>
  )
}
