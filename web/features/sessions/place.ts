/** Where a chosen video will stand in its session, as the fields hold it. */
export type Place = { offset: string; camera: string; transcript: File | null }
export const noPlace: Place = { offset: '', camera: '', transcript: null }

/** "90", "1:30" or "1:02:03.5" as seconds; null for anything else. Blank is 0. */
export function parseOffset(text: string): number | null {
  const plain = text.trim()
  if (plain === '') return 0
  if (!/^(\d+:){0,2}\d+(\.\d{1,3})?$/.test(plain)) return null
  return plain.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}
