import { useSyncExternalStore } from 'react'
import { readSetting, writeSetting } from '../storage.ts'

export type Theme = 'light' | 'dark'
/** /theme.js reads the same key before first paint. */
const key = 'theme'

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

function chosenTheme(): Theme | null {
  const value = readSetting(key)
  return value === 'light' || value === 'dark' ? value : null
}

const currentTheme = (): Theme => chosenTheme() ?? systemTheme()

const listeners = new Set<() => void>()
function apply() {
  document.documentElement.dataset['theme'] = currentTheme()
  for (const listener of listeners) listener()
}

export function chooseTheme(theme: Theme | null): void {
  writeSetting(key, theme)
  apply()
}

function subscribe(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  listeners.add(onChange)
  system.addEventListener('change', apply)
  window.addEventListener('storage', apply)
  return () => {
    listeners.delete(onChange)
    system.removeEventListener('change', apply)
    window.removeEventListener('storage', apply)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme)
export const useChosenTheme = (): Theme | null => useSyncExternalStore(subscribe, chosenTheme)
