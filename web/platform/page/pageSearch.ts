export const splitWords = (query: string): string[] => [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))]

/** True if every word occurs. Always true without words. */
export function holdsWords(texts: readonly string[], words: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return words.every((word) => all.includes(word))
}
