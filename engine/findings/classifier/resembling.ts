import { splitWords, type Piece } from '../language/utterance.ts'

const longestWindow = 12
/** If a run has only these words, it doesn't explain anything, no matter how much weight it has. */
const functionWord =
  /^(?:an?|the|this|that|these|those|i|me|my|we|us|our|you|your|he|him|his|she|her|it|its|they|them|their|who|what|which|am|are|is|was|were|be|been|being|do|does|did|have|has|had|will|would|can|could|shall|should|may|might|must|to|of|in|on|at|by|for|from|with|as|and|or|but|so|if|then|than|there|here|not|no|yes|yeah|oh|well|just|also|too|very|all|some|any|more|sort|kind|like|get|got|say|said|think|know|mean|need|people|one|thing|things)(?:'(?:m|s|re|ve|d|ll))?$/

/**
 * Returns the shortest run of words that, when removed, lowers `getConfidence` below 0.5. Returns null if there is
 * none, such as when the finding is based only on the question.
 */
export function findCarryingWords(
  piece: Piece,
  getConfidence: (text: string) => number,
): { from: number; to: number } | null {
  const words = [...piece.text.matchAll(/\S+/g)].map((match) => ({
    from: match.index,
    to: match.index + match[0].replace(/[.,;:!?-]+$/, '').length,
  }))
  for (let length = 1; length <= Math.min(words.length - 1, longestWindow); length += 1) {
    const windows = words.slice(0, words.length - length + 1).flatMap(({ from }, at) => {
      const to = words[at + length - 1]?.to ?? from
      const rest = () => getConfidence(piece.text.slice(0, from) + piece.text.slice(to))
      return hasContent(piece.text.slice(from, to)) ? [{ from, to, rest: rest() }] : []
    })
    const best = windows.toSorted((a, b) => a.rest - b.rest)[0]
    if (best && best.rest < decided) return { from: piece.from + best.from, to: piece.from + best.to }
  }
  return null
}
const decided = 0.5

const hasContent = (text: string): boolean => splitWords(text).some((word) => !functionWord.test(word))
