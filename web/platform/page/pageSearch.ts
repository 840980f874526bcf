/** Search in the words of a page that is loaded already. */
export const splitWords = (query: string): string[] => [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))]

/** Whether every word occurs somewhere in the texts; no words match everything. */
export function holdsWords(texts: readonly string[], words: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return words.every((word) => all.includes(word))
}
