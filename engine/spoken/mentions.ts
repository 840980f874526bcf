import { courtRoles, type Turn } from '#contract/videos/transcript.ts'
import { readEntry } from '../transcript/examination.ts'
import { numberPattern, readNumber } from './number.words.ts'

export type Mention = {
  turn: number
  number: number
  isSeat: boolean
  weight: number
  said: { turn: number; from: number; to: number }
}

/** A reply to "What is your number?" is the most certain. When the court calls a number, there may be no reply. */
const weights = { answered: 0.85, self: 0.75, noted: 0.75, confirmed: 0.7, opened: 0.6, addressed: 0.45 } as const

const number = `(${numberPattern})\\b`
const label = `(?:juror|venire ?(?:person|member|man|woman)|panel(?: |-)?(?:ist|member)?)(?:,? (?:number|num\\.|no\\.|#))? ?#?`
const numeral = `(?:number|num\\.|#) ?`
const compile = (source: string) => new RegExp(source, 'gi')

/** These patterns exclude the past tense, as in "I was juror three in that trial". */
const selfForms = [
  compile(
    `\\b(?:i(?:'m| am)|this is|it(?:'s| is)|my name is|here is|for the record,?) (?:(?:prospective|potential) )?${label}${number}`,
  ),
  compile(`\\bmy (?:juror )?(?:number|no\\.)(?: is|'s|,)? ${number}`),
  compile(`\\b(?:i(?:'m| am)|this is|it(?:'s| is)) (?:${numeral}|no\\. )${number}`),
  compile(
    `^\\W*(?:(?:yes|yeah|hi|hello|sorry|oh|um|uh|good (?:morning|afternoon)|again|your honor|judge|sir|ma'am)[ ,.]+){0,3}(?:prospective |potential )?${label}${number}`,
  ),
  compile(
    `^\\W*(?:(?:yes|yeah|hi|hello|sorry|oh|um|uh)[ ,.]+){0,2}(?:${numeral}(?:is )?|no\\. (?=\\d))${number}(?![- ](?:of|reason|thing|priority|concern|people|years?|months?|weeks?|days?|hours?|times?)\\b)`,
  ),
  compile(`\\b(?:i was here before|me again|again),? (?:${numeral}|no\\. (?=\\d)|${label})${number}`),
]
const seatForms = [
  compile(
    `\\b(?:i(?:'m| am)|sitting|i sit|seated)(?: (?:here|now|over here))? in (?:the )?(?:seat|chair)(?: (?:number|no\\.))? ${number}`,
  ),
  compile(`\\b(?:i(?:'m| am)|this is) (?:seat|chair)(?: (?:number|no\\.))? ${number}`),
  compile(`^\\W*(?:seat|chair)(?: (?:number|no\\.))? ${number}`),
  compile(`\\bmy seat (?:number )?is (?:number )?${number}`),
]

const asksNumber =
  /\b(?:what(?:'s| is| was)? (?:is )?your (?:juror )?(?:number|no\.)|what number (?:are|were) you|you(?:r|'re) (?:juror )?number (?:again|please)|your (?:juror )?number|(?:tell|give) (?:me|us) your (?:juror )?number|state your (?:juror )?number|juror number|which (?:juror|number) are you)\b/i
const asksSeat = /\b(?:what(?:'s| is)? your seat|what seat are you|which seat|your seat number)\b/i
const answersWith = compile(
  `^\\W*(?:(?:yes|yeah|hi|hello|sorry|oh|um|uh|sure|okay|i(?:'m| am)|it(?:'s| is)|my number is|that(?:'s| is)|the|your honor|judge|sir|ma'am)[ ,.]+){0,3}(?:${label}|${numeral}(?:is )?|no\\. ?)?${number}(?! (?:years?|months?|weeks?|days?|hours?|times?|people|kids|children)\\b)`,
)
const opensWith = compile(`^\\W*(?:(?:hi|hello|good (?:morning|afternoon)|yes)[ ,.]+)?${number}(?=[,.]|$)`)
const stepsUp = /\bpresent\b/i
const confirms = [
  compile(`\\byou(?:'re| are) (?:(?:prospective |potential )?${label}|${numeral}|no\\. ?)${number}`),
  compile(
    `\\b(?:number are you|your (?:juror )?number)\\?[^.?!\\d]{0,12}[.?!]? ?(?:${numeral}|no\\. ?|${label})?${number}[.?]`,
  ),
  compile(`^\\W*(?:(?:hi|hello|hi there|okay|all right|and)[ ,.]+)?(?:${numeral}|no\\. (?=\\d)|${label})${number}\\?`),
]
const addresses = [
  compile(
    `(?:^|[.?!-] )(?:(?:okay|all right|and|yes|now|thank you|so|good morning|good afternoon)[ ,.]+)?(?:prospective |potential )?${label}${number}(?=[,.?])(?!,? (?:who|and juror|through|to|please come forward|come forward)\\b)`,
  ),
  compile(
    `\\b(?:pass (?:the )?(?:mic|microphone)(?: back| over)? to|hear from|turn to|go to|start with|move on to) (?:prospective |potential )?${label}${number}`,
  ),
]

const isCourt = (turn: Turn | undefined) => turn !== undefined && courtRoles.includes(turn.role)
/** Recognizers can't tell who has which role, so an unknown speaker may be a juror. */
const mayBeJuror = (turn: Turn) => turn.role === 'juror' || turn.role === 'unknown'

const withPlainQuotes = (turn: Turn): Turn => ({ ...turn, text: turn.text.replaceAll(/[‘’ʼ]/g, "'") })

export function findMentions(written: readonly Turn[]): Mention[] {
  const turns = written.map(withPlainQuotes)
  return turns.flatMap((turn, at) =>
    mayBeJuror(turn) ? [...readNoted(turns, at), ...readMentions(turns, turn, at)] : [],
  )
}

function readNoted(turns: readonly Turn[], at: number): Mention[] {
  let since = at - 1
  while (since >= 0 && turns[since]!.role !== 'note' && !mayBeJuror(turns[since]!)) since--
  const note = turns[since]
  const number = note?.role === 'note' ? Number(readEntry(note.text)?.jurorNumber ?? Number.NaN) : Number.NaN
  if (note === undefined || !Number.isInteger(number)) return []
  const place = { turn: since, from: 0, to: note.text.length }
  return [{ turn: at, number, isSeat: false, weight: weights.noted, said: place }]
}

function readMentions(turns: readonly Turn[], turn: Turn, at: number): Mention[] {
  const before = turns[at - 1]
  const asked = isAsker(before, turn) ? (before?.text ?? '') : ''
  const read = (forms: readonly RegExp[], of: number, weight: number, isSeat = false): Mention[] =>
    matchAny(forms, turns[of]?.text ?? '').map(({ value, from, to }) => ({
      turn: at,
      number: value,
      isSeat,
      weight,
      said: { turn: of, from, to },
    }))
  const readAnswer = (): Mention[] => {
    if (asksNumber.test(lastQuestion(asked))) return read([answersWith], at, weights.answered)
    return asksSeat.test(lastQuestion(asked)) ? read([answersWith], at, weights.answered, true) : []
  }
  const readOpening = (): Mention[] => (isRollCall(before) ? read([opensWith], at, weights.opened) : [])
  const own = firstFound(readAnswer, () => read(selfForms, at, weights.self), readOpening)
  own.push(...read(seatForms, at, weights.self, true))
  // A number that the court says just before a juror speaks is that juror's number, unless something contradicts it.
  if (own.length > 0 || asked === '' || /^\W*no\b(?!\.? ?\d)/i.test(turn.text)) return own
  return firstFound(
    () => read(confirms, at - 1, weights.confirmed),
    () => (isCourt(before) ? read(addresses, at - 1, weights.addressed) : []),
  )
}

function firstFound(...reads: (() => Mention[])[]): Mention[] {
  for (const read of reads) {
    const found = read()
    if (found.length > 0) return found
  }
  return []
}

const isRollCall = (note: Turn | undefined): boolean =>
  note?.role === 'note' && stepsUp.test(note.text) && !/\bnot present\b/i.test(note.text)

const isAsker = (before: Turn | undefined, turn: Turn): boolean =>
  isCourt(before) || (before?.role === 'unknown' && before.speaker !== turn.speaker)

const namesJuror = compile(`\\b(?:${label}|(?:to|you're) (?:no\\. ?|number ))${number}`)

export const readNamedJurors = (text: string): number[] =>
  matchAny([namesJuror], text.replaceAll(/[‘’ʼ]/g, "'")).map(({ value }) => value)

export const readOpeningNumber = (text: string): number[] => matchAny([opensWith], text).map(({ value }) => value)

export const asksForNumber = (text: string): boolean => asksNumber.test(lastQuestion(text))

const lastQuestion = (text: string): string => text.slice(-200)

function matchAny(forms: readonly RegExp[], text: string): { value: number; from: number; to: number }[] {
  const hits: { value: number; from: number; to: number }[] = []
  for (const form of forms)
    for (const match of text.matchAll(form)) {
      const value = readNumber(match[1] ?? '')
      if (value === null || hits.some((hit) => hit.value === value)) continue
      hits.push({ value, from: match.index, to: match.index + match[0].length })
    }
  return hits
}
