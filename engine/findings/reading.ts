import type { Exchange } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { readGates, type Gates } from './gates.ts'
import { readAnswer, type Answer, foldText } from './language/utterance.ts'
import { isBreak, isGroup } from './language/exchanges.ts'
import { readQuestion, type Question } from './language/question.ts'
import { readWordFile } from './language/grammar.ts'
import type { Sub } from './taxonomy.ts'

const lexicon = readWordFile('stances')

export type Utterance = Before & {
  text: string
  role: string
  context: string
  contextRole: string
}

export type Before = {
  /** If true, a firm "Yes" is rehabilitation. Null if it isn't known. */
  concernBefore: boolean | null
  hardshipBefore?: Sub | null
  concernAbout?: Sub | null
  follows?: 'hardship' | 'bias' | null
  amongHardships?: boolean
}

export type Reading = {
  text: string
  folded: string
  question: Question
  /** Polarity depends on the question: if it asks for a commitment, "It would be hard" means "no". */
  answer: Answer
  isShort: boolean
  gates: Gates
  concernBefore: boolean | null
  hardshipBefore: Sub | null
  concernAbout: Sub | null
  follows: 'hardship' | 'bias' | null
  amongHardships: boolean
}

export type ExchangeReading = {
  exchange: Exchange
  voice: string
  asked: string
  askedBy: Turn[]
  question: Question
  answer: Answer
  utterances: { turn: Turn; question: Question; answer: Answer }[]
  /** Unnumbered jurors share a label, so after a break, a question may be to a different person. */
  startsNewBlock: boolean
}

export function readExchanges(turns: readonly Turn[], exchanges: readonly Exchange[]): ExchangeReading[] {
  /** A question stays open until the next break, because several jurors may answer it. */
  let before = readQuestion('')
  let reached = 0
  return exchanges.map((exchange) => {
    const askedBy = listTurns(turns, exchange.questionTurns)
    const asked = joinTexts(askedBy)
    const question = readQuestion(asked)
    const first = exchange.answerTurns[0] ?? reached
    const isOver = asked === '' && turns.slice(reached, first).some(isBreak)
    const open = asked !== '' || isOver ? question : before
    const answeredBy = listTurns(turns, exchange.answerTurns)
    const text = joinTexts(answeredBy)
    const answer = readAnswer(foldText(text), question.folded)
    before = open
    reached = (exchange.answerTurns.at(-1) ?? first) + 1
    return {
      exchange,
      voice: exchange.jurorNumber ?? exchange.speaker ?? '',
      asked,
      askedBy,
      question,
      answer,
      utterances: answeredBy.filter(isOwnWord).map((turn) => ({
        turn,
        question: open,
        answer: turn.text === text && open === question ? answer : readAnswer(foldText(turn.text), open.folded),
      })),
      startsNewBlock: exchange.jurorNumber === null && opensBlock(turns, exchange, asked),
    }
  })
}

const listTurns = (turns: readonly Turn[], indexes: readonly number[]) => indexes.flatMap((at) => turns[at] ?? [])
const joinTexts = (turns: readonly Turn[]) => turns.map(({ text }) => text).join(' ')

const isOwnWord = (turn: Turn): boolean => turn.role === 'juror' && !isGroup(turn)

const opensBlock = (turns: readonly Turn[], exchange: Exchange, asked: string): boolean =>
  turns[(exchange.questionTurns[0] ?? exchange.answerTurns[0] ?? 0) - 1]?.role === 'note' || callsNext.test(asked)
const callsNext =
  /\b(?:what(?:'s| is)? your (?:juror )?number|your number|who else|anyone else|anybody else|next juror)\b/i

export function toReading(
  text: string,
  asked: Question,
  heard: Answer,
  { concernBefore, hardshipBefore = null, concernAbout = null, follows = null, amongHardships = false }: Before,
): Reading | null {
  if (heard.empty) return null
  const folded = heard.text
  // "Yes, I can" contradicts "You can't be fair, can you?" A bare "Yes" or "No" agrees with it.
  const isContradicted = asked.inability === 'stated' && contradicts.test(folded)
  const question: Question = isContradicted ? { ...asked, inability: 'asked' } : asked
  const own =
    heard.contentWords > 0 && !plainly.test(folded) && isSmallTalk(folded) ? { ...heard, polarity: null } : heard
  const base = isContradicted ? { ...own, polarity: 'no' as const } : withIdiom(own, folded, question)
  const answer = withDifficulty(base, folded, question)
  const isTurned = answer !== base && answer.contentWords <= fewDifficultyWords
  const isShort = answer.polarity !== null && (answer.contentWords === 0 || isTurned)
  const gates = readGates(folded, question)
  if (answer.polarity === 'yes' && clears.test(question.text) && !objectsStill.test(folded)) gates.noHardship = true
  const before = { concernBefore, hardshipBefore, concernAbout, follows, amongHardships }
  return { text, folded, question, answer, isShort, gates, ...before }
}

/** The maximum number of content words in a short answer. A longer answer says more than "Yes" or "No". */
export const mostShortWords = 6

const clears = lexicon.regex('clears')
const objectsStill = /\b(?:but|except|just|only|although|though|however)\b/

const contradicts = lexicon.regex('contradicts')

export const isSmallTalk = (folded: string): boolean => courthouse.test(folded)
const courthouse = lexicon.regex('courthouse')

function withDifficulty(answer: Answer, folded: string, question: Question): Answer {
  const objecting = question.topic === 'impairment' && objects.test(folded)
  if (objecting || (asksWhoCannot.test(question.text) && refuses.test(folded)))
    return { ...answer, polarity: 'yes', hedge: answer.hedge === 'refusal' ? 'firm' : (answer.hedge ?? 'firm') }
  const asked = question.topic === 'undertaking' || question.topic === 'impairment'
  const difficulty = asked && question.polar && !plainly.test(folded) ? readDifficulty(folded) : null
  if (difficulty === null) return answer
  const agrees = (difficulty === 'hard') === (question.topic === 'impairment')
  return { ...answer, polarity: agrees ? 'yes' : 'no', hedge: answer.hedge ?? 'firm' }
}

/** "I don't see why not" agrees to the request. "No, it's fine" denies a hardship or effect. */
function withIdiom(answer: Answer, folded: string, { topic, polar }: Question): Answer {
  if (topic === 'undertaking' && polar && assents.test(folded))
    return { ...answer, polarity: 'yes', hedge: answer.hedge === 'soft' ? 'soft' : 'firm', contentWords: 0 }
  const isDenied = (topic === 'hardship' || topic === 'impairment' || topic === 'lean') && reassures.test(folded)
  return isDenied ? { ...answer, polarity: 'no', hedge: answer.hedge === 'refusal' ? 'firm' : answer.hedge } : answer
}

const assents = lexicon.regex('assents')
const reassures = lexicon.regex('reassures')

/** If the question is "Who can't give him that?", "I can't" means "yes". */
const asksWhoCannot = lexicon.regex('asks-who-cannot')
const refuses = lexicon.regex('refuses')
const objects = lexicon.regex('objects')
const plainly = lexicon.regex('plainly')
const fewDifficultyWords = 4

const hard = lexicon.regex('is-hard')
const easy = lexicon.regex('is-easy')

export function readDifficulty(folded: string): 'hard' | 'easy' | null {
  if (easy.test(folded)) return 'easy'
  return hard.test(folded) ? 'hard' : null
}
