export const splitWords = (query: string): string[] => [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))]

export function containsWords(texts: readonly string[], words: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return words.every((word) => all.includes(word))
}
