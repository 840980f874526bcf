const unattendedAfterMs = 5 * 60_000
let lastInputMs = Date.now()

export const isUnattended = (): boolean => Date.now() - lastInputMs > unattendedAfterMs

export function watchInput(page: EventTarget): void {
  const note = () => {
    lastInputMs = Date.now()
  }
  for (const type of ['pointerdown', 'pointermove', 'keydown']) page.addEventListener(type, note, true)
}
