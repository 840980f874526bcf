import { MobileMenu } from './MobileMenu.tsx'
import { ShortcutsHelp } from './ShortcutsHelp.tsx'

type OverlaysProps = {
  isMenuOpen: boolean
  onMenuChange: (open: boolean) => void
  isHelpOpen: boolean
  onHelpChange: (open: boolean) => void
}

/** What lies over the shell when asked for; loaded after the first paint. */
export function Overlays({ isMenuOpen, onMenuChange, isHelpOpen, onHelpChange }: OverlaysProps) {
  return (
    <>
      <MobileMenu open={isMenuOpen} onOpenChange={onMenuChange} />
      <ShortcutsHelp open={isHelpOpen} onOpenChange={onHelpChange} />
    </>
  )
}
