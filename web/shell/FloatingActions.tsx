import { useRouter } from '@tanstack/react-router'
import { Plus, RefreshCw, Server, Settings } from 'lucide-react'
import { useHasBanner } from '#web/platform/connection.ts'
import { cx } from '#web/ui/cx.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { shake } from './haptics.ts'
import { useReadingDown } from './useReadingDown.ts'

/** Below 768 px: what the header has no room for, within reach of a thumb. */
export function FloatingActions({ onRefresh }: { onRefresh: () => void }) {
  const router = useRouter()
  const isAside = useReadingDown()
  const hasBanner = useHasBanner()
  const icon = 'size-4 text-ink-3'
  const act = (pattern: 'light' | 'medium', run: () => void) => () => {
    shake(pattern)
    run()
  }
  return (
    <div
      className={cx(
        'print:hidden fixed right-4 z-30 transition-transform focus-within:translate-y-0 md:hidden',
        // Above the line about the connection, which may have two rows.
        hasBanner ? 'bottom-32' : 'bottom-20',
        // Beyond the lower edge, above which it ends: 8 rem at most and its own 3.5.
        isAside && 'translate-y-48',
      )}
    >
      <Menu
        trigger={
          <button
            type="button"
            aria-label="Quick actions"
            onPointerDown={() => shake('light')}
            className="grid size-14 cursor-pointer place-items-center rounded-full bg-accent text-on-accent shadow-floating"
          >
            <Plus className="size-6" aria-hidden="true" />
          </button>
        }
        items={[
          {
            label: 'Add Endpoint',
            icon: <Server className={icon} />,
            onSelect: act(
              'medium',
              () => void router.navigate({ to: '/dashboard', search: { add: true }, hash: 'endpoints' }),
            ),
          },
          { label: 'Refresh All', icon: <RefreshCw className={icon} />, onSelect: act('medium', onRefresh) },
          {
            label: 'Settings',
            icon: <Settings className={icon} />,
            onSelect: act('light', () => void router.navigate({ to: '/settings' })),
          },
        ]}
      />
    </div>
  )
}
