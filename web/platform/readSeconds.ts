/** "90", "1:30" or "1:02:03.5" as seconds; null for anything else, and for nothing. */
export function readSeconds(text: string): number | null {
  const plain = text.trim()
  if (!/^(\d+:){0,2}\d+(\.\d{1,3})?$/.test(plain)) return null
  return plain.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}
