import { useRouter } from '@tanstack/react-router'
import { Plus, RefreshCw, Server, Settings } from 'lucide-react'
import { Menu } from '#web/ui/kit.ts'

/**
 * Contains header actions that don't fit below 768 px. Placed in the bottom bar's gap so that it never covers a
 * control.
 */
export function FloatingActions({ onRefresh }: { onRefresh: () => Promise<boolean> }) {
  const router = useRouter()
  const icon = 'size-4 text-ink-3'
  async function refresh() {
    shake(navigator.onLine ? 'heavy' : 'warning')
    shake((await onRefresh()) ? 'success' : 'error')
  }
  function openSettings() {
    shake('medium')
    void router.navigate({ to: '/settings' })
  }
  function addEndpoint() {
    shake('medium')
    void router.navigate({ to: '/dashboard', search: { add: true }, hash: 'endpoints' })
  }
  return (
    <div className="fixed bottom-[calc(0.25rem+env(safe-area-inset-bottom))] left-1/2 z-40 -translate-x-1/2 has-data-[state=open]:z-70 md:hidden print:hidden">
      <Menu
        trigger={
          <button
            type="button"
            aria-label="Quick actions"
            onPointerDown={() => shake('light')}
            className="grid size-12 cursor-pointer place-items-center rounded-full bg-accent text-on-accent shadow-floating"
          >
            <Plus className="size-6" aria-hidden="true" />
          </button>
        }
        items={[
          { label: 'Add Endpoint', icon: <Server className={icon} />, onSelect: addEndpoint },
          { label: 'Refresh All', icon: <RefreshCw className={icon} />, onSelect: () => void refresh() },
          { label: 'Settings', icon: <Settings className={icon} />, onSelect: openSettings },
        ]}
      />
    </div>
  )
}

/** Lengths of vibrations and pauses in ms, from section 9 of the specification. */
export const hapticPatterns = {
  light: [10],
  medium: [25],
  heavy: [50],
  success: [10, 50, 10],
  warning: [25, 50, 25],
  error: [50, 50, 50],
} as const

export function shake(pattern: keyof typeof hapticPatterns): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate?.([...hapticPatterns[pattern]])
}
