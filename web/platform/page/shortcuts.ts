import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { matchKeybindingPress, parseKeybinding } from 'tinykeys'
import { readSetting, writeSetting } from '../storage.ts'

type ShortcutScope = 'global' | 'page' | 'cover'
type Shortcut = {
  keys: string
  label: string
  run: () => void
}
type Layer = { scope: ShortcutScope; shortcuts: readonly Shortcut[] }

const modifiers = ['Control', 'Alt', 'Meta', '$mod']
/** Single-character shortcuts can be turned off (WCAG 2.1.4), because they misfire during dictation. */
export const isSingleKey = (keys: string): boolean =>
  keys !== 'Escape' && !modifiers.some((modifier) => keys.startsWith(`${modifier}+`))

const names: Record<string, string> = {
  Control: 'Ctrl',
  Meta: 'Cmd',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'Space',
}
export function keyNames(keys: string): string[] {
  const parts = keys === 'Shift+?' ? ['?'] : keys.split('+')
  return parts.map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
}

const covers = ({ scope }: Layer): boolean => scope === 'cover'

/**
 * A cover disables shortcuts in every other scope. Page scope takes precedence over global scope, and later layers over
 * earlier ones.
 */
export function resolveShortcuts(all: readonly Layer[], singleKeys: boolean): Shortcut[] {
  const layers = all.some(covers) ? all.filter(covers) : all
  const byRank = layers.toReversed().sort((a, b) => Number(a.scope === 'global') - Number(b.scope === 'global'))
  const winners = new Map<string, Shortcut>()
  for (const shortcut of byRank.flatMap((layer) => layer.shortcuts)) {
    if (!singleKeys && isSingleKey(shortcut.keys)) continue
    if (!winners.has(shortcut.keys)) winners.set(shortcut.keys, shortcut)
  }
  return [...winners.values()]
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

const isPressing = (key: string, target: EventTarget | null): boolean =>
  (key === 'Enter' || key === ' ') &&
  target instanceof Element &&
  target.closest('button,a[href],summary,input:not([type=range])') !== null

const singleKeysSetting = 'shortcuts.singleKeys'
let layers: readonly Layer[] = []
let active: readonly Shortcut[] = []
const listeners = new Set<() => void>()

const singleKeysAllowed = () => readSetting(singleKeysSetting) !== 'off'
function changed() {
  active = resolveShortcuts(layers, singleKeysAllowed())
  for (const listener of listeners) listener()
}

export function allowSingleKeys(allowed: boolean): void {
  writeSetting(singleKeysSetting, allowed ? null : 'off')
  changed()
}

/** The dialog that registered a cover doesn't count, but one opened from it does. */
const isCovered = () =>
  document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]').length > Number(layers.some(covers))

function handleKeydown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || isTyping(event.target) || isCovered()) return
  if (isPressing(event.key, event.target)) return
  // Holding a key down must not decide one finding after another.
  if (event.repeat && !event.key.startsWith('Arrow')) return
  const hit = active.find(({ keys }) => parseKeybinding(keys).every((press) => matchKeybindingPress(event, press)))
  if (!hit) return
  event.preventDefault()
  hit.run()
}

function addLayer(layer: Layer): () => void {
  if (layers.length === 0) window.addEventListener('keydown', handleKeydown)
  layers = [...layers, layer]
  changed()
  return () => {
    layers = layers.filter((each) => each !== layer)
    if (layers.length === 0) window.removeEventListener('keydown', handleKeydown)
    changed()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useShortcuts(scope: ShortcutScope, shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((keys: string) => shortcuts.find((each) => each.keys === keys)?.run())
  const signature = JSON.stringify(shortcuts.map(({ keys, label }) => [keys, label]))
  // A layout effect makes the keys work as soon as the screen is visible.
  useLayoutEffect(() => {
    const listed = JSON.parse(signature) as [string, string][]
    return addLayer({ scope, shortcuts: listed.map(([keys, label]) => ({ keys, label, run: () => run(keys) })) })
  }, [scope, signature])
}

export const useActiveShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => active)
export const useSingleKeysAllowed = (): boolean => useSyncExternalStore(subscribe, singleKeysAllowed)
