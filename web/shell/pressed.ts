/** Whether a pointer or finger is down. */

/** A tap's click is aimed after its finger has left: what moves before that is hit instead. */
const settleMs = 300

const pointers = new Set<number>()
let fingers = 0
let held = false
let release = 0
const listeners = new Set<() => void>()

export const isPressed = (): boolean => held

export function subscribePressed(onChange: () => void): () => void {
  if (listeners.size === 0) listen()
  listeners.add(onChange)
  return () => void listeners.delete(onChange)
}

function set(to: boolean): void {
  if (held === to) return
  held = to
  for (const each of listeners) each()
}

function update(): void {
  clearTimeout(release)
  if (pointers.size > 0 || fingers > 0) set(true)
  else release = window.setTimeout(() => set(false), settleMs)
}

let isListening = false
function listen(): void {
  if (isListening) return
  isListening = true
  const options = { capture: true, passive: true }
  const down = ({ pointerId }: PointerEvent) => {
    pointers.add(pointerId)
    update()
  }
  const up = ({ pointerId }: PointerEvent) => {
    pointers.delete(pointerId)
    update()
  }
  // A finger that drags may lose its pointer to the browser and still be down.
  const touch = ({ touches }: TouchEvent) => {
    fingers = touches.length
    update()
  }
  window.addEventListener('pointerdown', down, options)
  window.addEventListener('pointerup', up, options)
  window.addEventListener('pointercancel', up, options)
  window.addEventListener('touchstart', touch, options)
  window.addEventListener('touchend', touch, options)
  window.addEventListener('touchcancel', touch, options)
  window.addEventListener('blur', () => {
    pointers.clear()
    fingers = 0
    update()
  })
}
