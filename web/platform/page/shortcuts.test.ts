import { expect, test } from 'vitest'
import { isSingleKey, keyNames, resolveShortcuts } from './shortcuts.ts'

const shortcut = (keys: string, label: string) => ({ keys, label, run: () => {} })
const labels = (found: readonly { keys: string; label: string }[]) =>
  Object.fromEntries(found.map(({ keys, label }) => [keys, label]))

const shell = { scope: 'global', shortcuts: [shortcut('h', 'dashboard'), shortcut('Control+r', 'refresh')] } as const
const session = { scope: 'page', shortcuts: [shortcut('h', 'highlights')] } as const

test.each([
  ['registered after it', [shell, session]],
  ['registered before it', [session, shell]],
])('page scope beats global scope, %s', (_when, layers) => {
  expect(labels(resolveShortcuts(layers, true))).toEqual({ h: 'highlights', 'Control+r': 'refresh' })
})

test('of two layers in the same scope, the later one wins', () => {
  const overlay = { scope: 'page', shortcuts: [shortcut('h', 'hide')] } as const
  expect(labels(resolveShortcuts([session, overlay], true))).toEqual({ h: 'hide' })
})

test('while a cover is open, its keys are the only ones', () => {
  const cover = { scope: 'cover', shortcuts: [shortcut('c', 'confirm')] } as const
  expect(labels(resolveShortcuts([cover, shell, session], true))).toEqual({ c: 'confirm' })
})

test('single keys can be turned off; keys with Ctrl or Alt stay on', () => {
  const layers = [
    { scope: 'global', shortcuts: ['h', 'Shift+?', 'Control+r', 'Alt+ArrowLeft', 'Escape'].map((k) => shortcut(k, k)) },
  ] as const
  expect(resolveShortcuts(layers, false).map(({ keys }) => keys)).toEqual(['Control+r', 'Alt+ArrowLeft', 'Escape'])
})

test("a disabled page key doesn't reveal the global one", () => {
  expect(labels(resolveShortcuts([shell, session], false))).toEqual({ 'Control+r': 'refresh' })
})

test('a key with Shift counts as single, but not with another modifier', () => {
  expect(['h', 'Shift+?', '1'].every(isSingleKey)).toBe(true)
  expect(['Control+r', 'Alt+ArrowLeft', '$mod+k', 'Escape'].some(isSingleKey)).toBe(false)
})

test('shows keys by their everyday names', () => {
  expect(keyNames('Control+r')).toEqual(['Ctrl', 'R'])
  expect(keyNames('Alt+ArrowLeft')).toEqual(['Alt', '←'])
  expect(keyNames('Shift+?')).toEqual(['?'])
})
