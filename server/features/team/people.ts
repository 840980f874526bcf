/** "Trial attorney, sample" → "TS"; one word gives one letter. */
export function toInitials(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return (toLetter(first) + toLetter(last)).toUpperCase() || '?'
}

/** A whole character: half of a rare one is shown as a question mark. */
const toLetter = (word: string): string => /^./su.exec(word)?.[0] ?? ''
