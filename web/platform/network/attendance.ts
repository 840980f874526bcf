const unattendedAfterMs = 5 * 60_000
let lastInputMs = Date.now()

export const isUnattended = (): boolean => Date.now() - lastInputMs > unattendedAfterMs

/** Also for work that goes on by itself, such as an upload, which the end of the session would stop. */
export const noteAttendance = (): void => void (lastInputMs = Date.now())

export function watchInput(page: EventTarget): void {
  for (const type of ['pointerdown', 'pointermove', 'wheel', 'keydown', 'timeupdate'])
    page.addEventListener(type, noteAttendance, { capture: true, passive: true })
}
