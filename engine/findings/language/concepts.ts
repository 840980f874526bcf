import { readWordFile } from './grammar.ts'

const byWord = new Map<string, string[]>()
for (const { name, sources } of readWordFile('concepts').entries)
  for (const word of sources.join('|').split('|')) byWord.set(word, [...(byWord.get(word) ?? []), name])

export function toStem(word: string): string {
  if (word.length > 5 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 5 && word.endsWith('ing')) return undouble(word.slice(0, -3))
  if (word.length > 4 && word.endsWith('ed')) return undouble(word.slice(0, -2))
  if (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}
const undouble = (stem: string) => (/([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem)

export function getConcepts(word: string): readonly string[] {
  return byWord.get(word) ?? byWord.get(toStem(word)) ?? byWord.get(`${toStem(word)}e`) ?? []
}
