import { Moon, Sun } from 'lucide-react'
import { chooseTheme, useTheme } from '#web/platform/page/theme.ts'
import { IconButton } from '#web/ui/kit.ts'

export function ThemeToggle({ className }: { className?: string }) {
  const isDark = useTheme() === 'dark'
  return (
    <IconButton
      label={isDark ? 'Use the light theme' : 'Use the dark theme'}
      icon={isDark ? <Sun className="size-4" /> : <Moon className="size-4" />}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
      {...(className && { className })}
    />
  )
}
