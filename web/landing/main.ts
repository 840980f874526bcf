/** What moves and opens on the landing page. The page itself is drawn when it is built (`render.tsx`). */
import type { EntryOptions } from '#contract/account/auth.ts'
import { startRotation } from './rotation.ts'

type Theme = 'light' | 'dark'
const system = matchMedia('(prefers-color-scheme: dark)')
const shownTheme = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light')

/** The picture follows the system by itself; only a chosen theme that differs needs help. */
function showTheme(theme: Theme) {
  document.documentElement.dataset['theme'] = theme
  const dark = document.querySelector<HTMLSourceElement>('source[data-dark]')
  if (dark) dark.media = theme === 'dark' ? 'all' : 'not all'
}
if ((shownTheme() === 'dark') !== system.matches) showTheme(shownTheme())

// A system that turns dark in the evening does so under an open page; what was chosen stays.
system.addEventListener('change', () => {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // Nothing is stored: the system decides.
  }
  showTheme(chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light')
})

document.querySelector('[data-theme-toggle]')?.addEventListener('click', () => {
  const theme = shownTheme() === 'dark' ? 'light' : 'dark'
  try {
    // Where the application keeps it, and theme.js reads it.
    localStorage.setItem('theme', theme)
  } catch {
    // A browser that stores nothing shows it until the page is left.
  }
  showTheme(theme)
})

for (const section of document.querySelectorAll<HTMLElement>('[data-rotation]')) startRotation(section)

/** React, the player and the form come when they are asked for, or nearly. */
const loadDialogs = () => import('./dialogs.tsx')
for (const button of document.querySelectorAll<HTMLElement>('[data-open]')) {
  button.addEventListener('pointerenter', () => void loadDialogs(), { once: true })
  button.addEventListener('click', () => {
    void loadDialogs().then(({ openDialog }) => openDialog(button.dataset['open'] === 'review' ? 'review' : 'contact'))
  })
}

/** Into the platform for whoever is signed in, to the sign-up if it is open, else to the request form. */
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
