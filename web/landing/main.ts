import type { EntryOptions } from '#contract/account/auth.ts'
import { startRotation } from './rotation.ts'

type Theme = 'light' | 'dark'
const system = matchMedia('(prefers-color-scheme: dark)')
const shownTheme = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light')

/** The picture follows the system theme by default, so a chosen theme overrides its `media`. */
function showTheme(theme: Theme) {
  document.documentElement.dataset['theme'] = theme
  const dark = document.querySelector<HTMLSourceElement>('source[data-dark]')
  if (dark) dark.media = theme === 'dark' ? 'all' : 'not all'
}
if ((shownTheme() === 'dark') !== system.matches) showTheme(shownTheme())

system.addEventListener('change', () => {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // Storage may be blocked.
  }
  showTheme(chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light')
})

document.querySelector('[data-theme-toggle]')?.addEventListener('click', () => {
  const theme = shownTheme() === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be blocked. The choice then lasts until the page closes.
  }
  showTheme(theme)
})

for (const section of document.querySelectorAll<HTMLElement>('[data-rotation]')) startRotation(section)

const loadDialogs = () => import('./dialogs.tsx')
for (const button of document.querySelectorAll<HTMLElement>('[data-open]')) {
  button.addEventListener('pointerenter', () => void loadDialogs(), { once: true })
  button.addEventListener('click', () => {
    void loadDialogs().then(({ openDialog }) => openDialog(button.dataset['open'] === 'review' ? 'review' : 'contact'))
  })
}

async function startTrial(dashboard: string): Promise<void> {
  try {
    if ((await fetch('/api/auth/account')).ok) return window.location.assign(dashboard)
    const options = (await (await fetch('/api/auth/options')).json()) as EntryOptions
    if (options.canSignUp && !options.signUpNeedsLink) return window.location.assign('/sign-up')
    const { openDialog } = await loadDialogs()
    openDialog('trial')
  } catch {
    window.location.assign(dashboard)
  }
}
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-trial]')) {
  link.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void startTrial(link.href)
  })
}
