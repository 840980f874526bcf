import type { Turn, Word } from '#contract/videos/transcript.ts'
import { readFigure } from '#engine/align/lexicon.ts'
import { compareSounds } from './sound.ts'

const mostWords = 8
const leastLetters = 4
const leastPhones = 4
const longPhones = 7
const nearCost = 0.5
const longNearCost = 1
/** Words above this confidence are replaced only if they sound the same. */
const sureFrom = 0.9

const titles = /^(?:mr|mrs|ms|miss|mister|dr|doctor|judge|justice|juror|officer|detective|attorney|counselor)\.?$/i
const keptWords =
  /^(?:no|not|none|never|nor|nobody|nothing|yes|i|the|and|but|or|if|in|on|at|to|of|for|with|we|you|he|she|it|they|that|this|is|are|was|were|will|may|can|do|don't|so|well|okay|god|english|american|spanish|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december)$/i

type Term = { text: string; words: string[]; isNumber: boolean; readings: Set<string> }
type Fix = { term: Term; from: number; to: number; cost: number }
type Spoken = { bare: string; lead: string; tail: string; word: Word }

/**
 * Replaces recognized words that sound like a term from the case. Keeps the original in `heard`. Skips a word that
 * matches two terms, is a term itself, or is an everyday word.
 */
export function correctWords(turns: readonly Turn[], vocabulary: readonly string[]): Turn[] {
  const terms = readTerms(vocabulary)
  if (terms.length === 0) return [...turns]
  const known = new Set(terms.flatMap(({ words }) => words.map(fold)))
  return turns.map((turn) => (turn.role === 'note' || turn.words.length === 0 ? turn : correctTurn(turn, terms, known)))
}

function readTerms(vocabulary: readonly string[]): Term[] {
  const seen = new Map<string, Term>()
  for (const text of vocabulary.map((each) => each.normalize('NFC').trim())) {
    const words = text.split(/\s+/).filter(Boolean)
    const letters = text.replaceAll(/[^\p{L}]/gu, '').length
    const isNumber = /\d/.test(text)
    const isName = words.every((word) => /^[^\p{L}]*\p{Lu}/u.test(word))
    if (words.length === 0 || words.length > mostWords || seen.has(fold(text))) continue
    if (!isNumber && (!isName || letters < leastLetters || words.some((word) => keptWords.test(word)))) continue
    seen.set(fold(text), { text: words.join(' '), words, isNumber, readings: readFigures(text) })
  }
  return [...seen.values()]
}

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const mostReadings = 200

function readFigures(text: string): Set<string> {
  if (!/\d{2}/.test(text)) return new Set()
  const parts = text.match(/\d+|\p{L}+/gu) ?? []
  return new Set(
    parts
      .map((part) =>
        /\d/.test(part) ? [part, ...readFigure(part), ...readFigure(part.replace(/^0+(?=\d)/, ''))] : [part],
      )
      .reduce<string[]>(
        (sofar, ways) => sofar.flatMap((head) => ways.map((way) => head + fold(way))).slice(0, mostReadings),
        [''],
      ),
  )
}

function correctTurn(turn: Turn, terms: readonly Term[], known: ReadonlySet<string>): Turn {
  const spoken = turn.words.map((word): Spoken => {
    const [, lead = '', bare = '', tail = ''] =
      /^([^\p{L}\p{N}]*)(.*?)((?:['’]s)?[^\p{L}\p{N}]*)$/u.exec(word.text) ?? []
    return { lead, bare, tail, word }
  })
  const fixes = findFixes(spoken, terms, known)
  if (fixes.length === 0) return turn
  const words = [...turn.words]
  for (const { term, from, to } of fixes.toReversed())
    words.splice(from, to - from, ...rewrite(term, spoken.slice(from, to)))
  return { ...turn, words, text: words.map(({ text }) => text).join(' ') }
}

function findFixes(spoken: readonly Spoken[], terms: readonly Term[], known: ReadonlySet<string>): Fix[] {
  const fixes: Fix[] = []
  for (let at = 0; at < spoken.length; at += 1) {
    const found = terms
      .flatMap((term) => matchTerm(term, spoken, at, known))
      .toSorted((a, b) => b.to - a.to || a.cost - b.cost)
    const [best, other] = found
    if (!best) continue
    const isDisputed = other !== undefined && other.to === best.to && other.cost - best.cost < nearCost
    if (!isDisputed) fixes.push(best)
    at = best.to - 1
  }
  return fixes
}

function matchTerm(term: Term, spoken: readonly Spoken[], from: number, known: ReadonlySet<string>): Fix[] {
  const longest = Math.min(spoken.length - from, term.isNumber ? mostWords : term.words.length + 1)
  for (let count = longest; count >= 1; count -= 1) {
    const part = spoken.slice(from, from + count)
    if (part.slice(0, -1).some(({ tail }) => /[.?!,;:]/.test(tail) && !term.isNumber)) continue
    const text = part.map(({ bare }) => bare).join(' ')
    if (text === term.text) return []
    const cost = term.isNumber ? compareNumber(term, text) : compareName(term, part, text, spoken[from - 1], known)
    if (cost !== null) return [{ term, from, to: from + count, cost }]
  }
  return []
}

const compareNumber = (term: Term, text: string): number | null =>
  term.readings.has(fold(text)) && text !== term.text ? 0 : null

function compareName(
  term: Term,
  part: readonly Spoken[],
  text: string,
  before: Spoken | undefined,
  known: ReadonlySet<string>,
): number | null {
  if (fold(text) === fold(term.text) && part.length === term.words.length) return null
  if (part.some(({ bare }) => known.has(fold(bare)) || keptWords.test(bare))) return null
  if (part.some(({ bare }) => !/^[\p{L}'’-]+$/u.test(bare)) || isInflection(fold(text), fold(term.text))) return null
  if (!isCandidate(part, before)) return null
  const { cost, phones } = compareSounds(text, term.text)
  if (phones < leastPhones) return null
  const isSure = part.every(({ word }) => word.confidence !== null && word.confidence >= sureFrom)
  return cost <= (isSure ? 0 : phones >= longPhones ? longNearCost : nearCost) ? cost : null
}

function isCandidate(part: readonly Spoken[], before: Spoken | undefined): boolean {
  const isTitled = before !== undefined && titles.test(before.word.text)
  if (isTitled) return true
  const startsSentence = before === undefined || /[.?!]["”)]?$/.test(before.word.text)
  const capitals = part.filter(({ bare }) => /^\p{Lu}/u.test(bare)).length
  return startsSentence ? part.length > 1 && capitals === part.length : capitals === part.length
}

const isInflection = (a: string, b: string): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return long.startsWith(short) && /^(?:s|es|ed|d|ing|ly|er)$/.test(long.slice(short.length))
}

function rewrite(term: Term, part: readonly Spoken[]): Word[] {
  if (part.length === term.words.length)
    return part.map(({ lead, bare, tail, word }, at) => {
      const text = term.words[at] ?? bare
      return text === bare ? word : { ...word, text: lead + text + tail, heard: word.text }
    })
  const [first, last] = [part[0], part.at(-1)]
  if (!first || !last) return []
  const heard = part.map(({ word }) => word.text).join(' ')
  const rates = part.flatMap(({ word }) => (word.confidence === null ? [] : [word.confidence]))
  const confidence = rates.length === 0 ? null : Math.min(...rates)
  const { startMs } = first.word
  const step = (last.word.endMs - startMs) / term.words.length
  return term.words.map((text, at) => ({
    text: `${at === 0 ? first.lead : ''}${text}${at === term.words.length - 1 ? last.tail : ''}`,
    startMs: Math.round(startMs + step * at),
    endMs: Math.round(startMs + step * (at + 1)),
    confidence,
    estimated: term.words.length > 1 || part.some(({ word }) => word.estimated),
    heard,
  }))
}
