/** How a speaker's label in a transcript reads on a screen: "THE COURT" is "The Court", "MS. O'NEIL" is "Ms. O'Neil". */

/** Letters that stay as they are: generations and degrees. */
const keepUpper = new Set(['II', 'III', 'IV', 'JD', 'MD', 'USA'])
/** Particles inside a name. */
const keepLower = new Set(['of', 'de', 'la', 'van', 'der', 'von', 'for'])

const capitalize = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(^|[-'’(/])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/^Mc(\p{L})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    // A possessive is no name of its own: "The People's", not "The People'S".
    .replace(/(['’])S$/u, '$1s')

/** The name a person reads. A label that already has small letters was written by somebody on purpose and stays. */
export function nameSpeaker(label: string, jurorNumber: string | null): string {
  if (jurorNumber !== null) return `Juror ${jurorNumber}`
  if (/\p{Ll}/u.test(label)) return label.trim()
  return label
    .trim()
    .split(/\s+/)
    .map((word, index) => {
      if (keepUpper.has(word.replace(/\W/g, ''))) return word
      if (index > 0 && keepLower.has(word.toLowerCase())) return word.toLowerCase()
      return capitalize(word)
    })
    .join(' ')
}
