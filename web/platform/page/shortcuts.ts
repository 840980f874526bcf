/** Keyboard shortcuts: who listens, which one wins, and what the help lists. */
import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { matchKeybindingPress, parseKeybinding } from 'tinykeys'
import { readSetting, writeSetting } from '../storage.ts'

type ShortcutScope = 'global' | 'page'
type Shortcut = {
  /** tinykeys notation: "h", "Control+r", "Alt+ArrowLeft". */
  keys: string
  /** What the key does, for the help. */
  label: string
  run: () => void
}
type Layer = { scope: ShortcutScope; shortcuts: readonly Shortcut[] }

const modifiers = ['Control', 'Alt', 'Meta', '$mod']
/** A key that types a character on its own, Shift or not, can be switched off (WCAG 2.1.4); with a modifier, and Escape, it cannot disturb dictation. */
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
/** The keys of a shortcut as people call them: "Control+r" → Ctrl, R. "Shift+?" is typed and shown as "?". */
export function keyNames(keys: string): string[] {
  const parts = keys === 'Shift+?' ? ['?'] : keys.split('+')
  return parts.map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
}

/** The shortcuts in force: the page wins over the global scope, the layer added last over earlier ones. */
export function resolveShortcuts(layers: readonly Layer[], singleKeys: boolean): Shortcut[] {
  const byRank = layers.toReversed().sort((a, b) => Number(a.scope === 'global') - Number(b.scope === 'global'))
  const winners = new Map<string, Shortcut>()
  for (const shortcut of byRank.flatMap((layer) => layer.shortcuts)) {
    if (!singleKeys && isSingleKey(shortcut.keys)) continue
    if (!winners.has(shortcut.keys)) winners.set(shortcut.keys, shortcut)
  }
  return [...winners.values()]
}

/** True while the keys belong to a text: an input, a textarea, a list or an editable area. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** True where the key presses what has the focus: Enter and Space are that button's or that link's, not the page's. */
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

/** A dialog or menu on top owns the keyboard: shortcuts of the page behind it rest. */
const isCovered = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

function handleKeydown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || isTyping(event.target) || isCovered()) return
  if (isPressing(event.key, event.target)) return
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

/** Registers shortcuts while the component is on the screen. Their functions may change; keys and labels count once. */
export function useShortcuts(scope: ShortcutScope, shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((keys: string) => shortcuts.find((each) => each.keys === keys)?.run())
  const signature = JSON.stringify(shortcuts.map(({ keys, label }) => [keys, label]))
  // Before the paint: a screen that can be seen hears its keys.
  useLayoutEffect(() => {
    const listed = JSON.parse(signature) as [string, string][]
    return addLayer({ scope, shortcuts: listed.map(([keys, label]) => ({ keys, label, run: () => run(keys) })) })
  }, [scope, signature])
}

export const useActiveShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => active)
export const useSingleKeysAllowed = (): boolean => useSyncExternalStore(subscribe, singleKeysAllowed)
