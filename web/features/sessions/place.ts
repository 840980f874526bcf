import { readSeconds } from '#web/platform/format.ts'

/** Where a chosen video will stand in its session, as the fields hold it. */
export type Place = { offset: string; camera: string; transcript: File | null }
export const noPlace: Place = { offset: '', camera: '', transcript: null }

/** "90", "1:30" or "1:02:03.5" as seconds; null for anything else. Blank is 0. */
export function parseOffset(text: string): number | null {
  return text.trim() === '' ? 0 : readSeconds(text)
}
