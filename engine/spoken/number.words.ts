const ones = 'zero one two three four five six seven eight nine'.split(' ')
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const one = `(?:${ones.slice(1).join('|')})`
const ten = `(?:${tens.join('|')})`
const digit = `(?:${ones.join('|')}|oh)`
const small = `(?:${ten}(?:[- ]${one})?|${teens.join('|')}|${one})`

/**
 * Matches one number from 1 to 999. Tries the longest reading first. Larger numbers are years, amounts, or phone
 * numbers.
 */
export const numberPattern = `(?:\\d{1,3}(?![\\d,.]*\\d)|(?:${one}|a) hundred(?: (?:and )?${small})?|${one}[- ](?:oh|zero)[- ]${digit}|${digit}(?:[- ]${digit}){1,2}(?![a-z])|${small})`

export function readNumber(text: string): number | null {
  const folded = text.toLowerCase().replaceAll('-', ' ')
  const value = /^\d+$/.test(folded) ? Number(folded) : readWords(folded.split(' '))
  return value > 0 ? value : null
}

function readWords(words: readonly string[]): number {
  const digits = words.map((word) => (word === 'oh' ? 0 : ones.indexOf(word)))
  if (words.length > 1 && digits.every((each) => each >= 0)) return Number(digits.join(''))
  return words.reduce((sum, word) => {
    if (word === 'hundred') return (sum || 1) * 100
    if (tens.includes(word)) return sum + 20 + tens.indexOf(word) * 10
    if (teens.includes(word)) return sum + 10 + teens.indexOf(word)
    return sum + Math.max(0, ones.indexOf(word))
  }, 0)
}
