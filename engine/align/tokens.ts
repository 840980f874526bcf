/** The transcript as the aligner reads it: one token for each written word that somebody may have said. */
import type { Turn } from '#contract/videos/transcript.ts'
import { splitWords } from './estimate.ts'
import { cleanWord, type Lexicon } from './lexicon.ts'

export type Token = {
  /** Name of the word in dictionaries, grammars and language models. */
  key: string
  /** Position of the turn in the transcript, and of the word in the turn. */
  turn: number
  word: number
  /** Phones of its first pronunciation: how long it takes to say. */
  phones: number
}

export type Script = {
  tokens: Token[]
  /** key → pronunciations */
  dictionary: Map<string, string[]>
}

/** A remark in parentheses or brackets, such as "(Laughter)", is written and not said; longer ones are speech after all. */
const longestRemarkWords = 12

/** Which words of a turn stand inside a remark. */
function findRemarks(words: readonly string[]): boolean[] {
  const inside = words.map(() => false)
  for (let from = 0; from < words.length; from += 1) {
    if (!/^[([]/.test(words[from] ?? '')) continue
    const length = words.slice(from, from + longestRemarkWords).findIndex((word) => /[)\]]\W*$/.test(word))
    if (length >= 0) inside.fill(true, from, from + length + 1)
  }
  return inside
}

/** Tokens of all turns that were spoken. Notes, remarks, dashes and letters that English does not sound give none. */
export function readScript(turns: readonly Turn[], lexicon: Lexicon): Script {
  const tokens: Token[] = []
  const dictionary = new Map<string, string[]>()
  for (const [turn, { role, text }] of turns.entries()) {
    if (role === 'note') continue
    const words = splitWords(text)
    const remarks = findRemarks(words)
    for (const [word, written] of words.entries()) {
      if (remarks[word] === true) continue
      // The decoder reads "word(2)" as a second pronunciation, and splits at spaces.
      const key = cleanWord(written).replace(/[^\p{L}\p{N}'.]/gu, '_')
      if (key === '') continue
      const sounds = dictionary.get(key) ?? lexicon.pronounce(written)
      const first = sounds[0]
      if (first === undefined) continue
      dictionary.set(key, sounds)
      tokens.push({ key, turn, word, phones: first.split(' ').length })
    }
  }
  return { tokens, dictionary }
}

/** The dictionary file of PocketSphinx, with a word for every single phone, of which unwritten speech is made. */
export function writeDictionary(dictionary: Map<string, string[]>): string {
  const lines = [...dictionary].flatMap(([key, sounds]) =>
    sounds.map((sound, i) => `${key}${i === 0 ? '' : `(${i + 1})`} ${sound}`),
  )
  return [...lines, ...phones.map((phone) => `${phoneWord(phone)} ${phone}`)].join('\n') + '\n'
}

export const phones =
  'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(' ')
/** Begins with a sign that no key has. */
export const phoneWord = (phone: string): string => `+${phone.toLowerCase()}`
export const isPhoneWord = (word: string): boolean => word.startsWith('+')
