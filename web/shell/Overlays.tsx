import { NotificationsPanel } from '#web/features/notifications/index.ts'
import { SearchOverlay } from '#web/features/search/SearchOverlay.tsx'
import { FloatingActions } from './FloatingActions.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import { ShortcutsHelp } from './ShortcutsHelp.tsx'

type OverlaysProps = {
  onRefresh: () => Promise<boolean>
  isMenuOpen: boolean
  onMenuChange: (open: boolean) => void
  isHelpOpen: boolean
  onHelpChange: (open: boolean) => void
  isSearchOpen: boolean
  onSearchChange: (open: boolean) => void
  isPanelOpen: boolean
  onPanelChange: (open: boolean) => void
}

/** What lies over the shell when asked for; loaded after the first paint. */
export function Overlays({
  onRefresh,
  isMenuOpen,
  onMenuChange,
  isHelpOpen,
  onHelpChange,
  isSearchOpen,
  onSearchChange,
  isPanelOpen,
  onPanelChange,
}: OverlaysProps) {
  return (
    <>
      <MobileMenu open={isMenuOpen} onOpenChange={onMenuChange} />
      <ShortcutsHelp open={isHelpOpen} onOpenChange={onHelpChange} />
      <SearchOverlay open={isSearchOpen} onOpenChange={onSearchChange} />
      <FloatingActions onRefresh={onRefresh} />
      <NotificationsPanel open={isPanelOpen} onOpenChange={onPanelChange} />
    </>
  )
}
