import type { Span } from '#contract/videos/analysis.ts'
import { courtRoles, type Transcript, type Turn } from '#contract/videos/transcript.ts'
import type { Exchange } from '#contract/findings/findings.ts'
import { readAnswer, type Answer, foldText, splitWords } from './utterance.ts'
import { asksForReadingTime } from './question.ts'
import { readWordFile } from './grammar.ts'

const lexicon = readWordFile('court')

const isCourt = (turn: Turn) => courtRoles.includes(turn.role)
/** The time for a "(Pause.)" note counts toward the wait for an answer. */
const onlyPauses = /^\W*(?:(?:a|brief|long|short|slight|momentary|juror|prospective) )*paus(?:e|es|ed|ing)\W*$/i
export const isBreak = (turn: Turn) => turn.role === 'note' && !onlyPauses.test(turn.text) && breakNote.test(turn.text)
const breakNote = lexicon.regex('break-note', 'i')
const isSilentAnswer = (turn: Turn) => turn.role === 'note' && silentNote.test(turn.text)
const silentNote = lexicon.regex('silent-note', 'i')
export const isGroup = (turn: Turn) =>
  turn.role === 'juror' && turn.jurorNumber === null && group.test(turn.speaker ?? '')
const group = lexicon.regex('group', 'i')

const backchannel = lexicon.regex('backchannel')
const asksSomething = (turn: Turn) =>
  turn.text.includes('?') ||
  splitWords(foldText(turn.text)).length > 4 ||
  /\b(?:tell|explain|number|name|go ahead|yes)\b/i.test(turn.text)
const joinTexts = (turns: readonly Turn[], indexes: readonly number[]) =>
  indexes.map((at) => turns[at]?.text ?? '').join(' ')

function findQuestionBefore(turns: readonly Turn[], end: number, floor: number): number[] {
  const asked: number[] = []
  let asker: string | null = null
  for (let at = end - 1; at >= floor; at -= 1) {
    const turn = turns[at]
    if (!turn || isBreak(turn) || turn.role === 'juror') break
    if (!isCourt(turn)) continue
    if (asker !== null && turn.speaker !== asker && asked.some((index) => asksSomething(turns[index] ?? turn))) break
    asker = turn.speaker
    asked.unshift(at)
  }
  return asked
}

type Heard = {
  /** True if turn times come from caption cues, even if word times are estimated. */
  cueTimes: boolean
  /** The parts of the recording that contain speech. Empty if there is no recording. */
  speech?: readonly Span[]
}

type Talk = {
  turns: readonly Turn[]
  heard: Heard
  exchanges: Exchange[]
  floor: number
  /**
   * This is set if the first answer was "Could you repeat that?", so the next answer is matched to the same question.
   */
  pending: { speaker: string | null; question: number[] } | null
}

export function findExchanges(turns: readonly Turn[], heard: Heard): Exchange[] {
  const talk: Talk = { turns, heard, exchanges: [], floor: 0, pending: null }
  for (const [at, turn] of turns.entries()) {
    const own = mayAnswer(turn) ? findQuestionBefore(turns, at, talk.floor) : null
    if (own === null || (turn.role === 'interpreter' && isRendering(turns, at, own))) continue
    recordAnswer(talk, turn, at, own)
    talk.floor = at + 1
  }
  return talk.exchanges
}

const mayAnswer = (turn: Turn) => turn.role === 'juror' || turn.role === 'interpreter' || isSilentAnswer(turn)

/** If an interpreter repeats the question, that time counts as part of the wait, not as an answer. */
const isRendering = (turns: readonly Turn[], at: number, own: readonly number[]) =>
  own.length === 0 || turns.slice(at + 1, at + 3).some((next) => next.role === 'juror')

function recordAnswer(talk: Talk, turn: Turn, at: number, own: number[]): void {
  const { turns, exchanges, pending } = talk
  const last = exchanges.at(-1)
  if (last && continuesAnswer(turns, last, turn, at, own)) {
    last.answerTurns.push(at)
    return
  }
  const isRepeated = pending?.speaker === turn.speaker && isUnbroken(turns, pending.question, at)
  const question = pending && isRepeated ? [...pending.question, ...own] : own
  const asked = joinTexts(turns, question)
  const answer = turn.role === 'juror' ? readAnswer(foldText(turn.text), foldText(asked)) : null
  talk.pending = null
  if (answer?.clarifies && question.length > 0 && nextVoiceRepeats(turns, at))
    talk.pending = { speaker: turn.speaker, question }
  else
    exchanges.push({ index: exchanges.length, ...toExchange(talk, turn, at, { turns: question, text: asked, answer }) })
}

/** If the judge says "Okay." in the middle of an answer, that doesn't start a new exchange. */
function continuesAnswer(
  turns: readonly Turn[],
  last: Exchange,
  turn: Turn,
  at: number,
  own: readonly number[],
): boolean {
  if (turn.role !== 'juror' || last.speaker !== turn.speaker || last.jurorNumber !== turn.jurorNumber) return false
  if (!isUnbroken(turns, last.answerTurns, at)) return false
  const isNod = (index: number) => backchannel.test(foldText(turns[index]?.text ?? '').trim())
  return (
    own.length === 0 ||
    (own.every(isNod) && splitWords(foldText(joinTexts(turns, last.answerTurns))).length > fewestStoryWords)
  )
}
const fewestStoryWords = 6

function toExchange(
  { turns, heard }: Talk,
  turn: Turn,
  at: number,
  asked: { turns: number[]; text: string; answer: Answer | null },
): Omit<Exchange, 'index'> {
  const asker = asked.turns.findLast((index) => turns[index]?.text.includes('?')) ?? asked.turns.at(-1) ?? -1
  const isOwn = asked.answer !== null && !isGroup(turn)
  return {
    questionTurns: asked.turns,
    answerTurns: [at],
    askerRole: turns[asker]?.role ?? 'unknown',
    speaker: turn.role === 'note' ? null : turn.speaker,
    jurorNumber: turn.role === 'juror' ? turn.jurorNumber : null,
    latencyMs: isOwn && !asksForReadingTime(asked.text) ? measureLatency(turns, asked.turns, at, heard) : null,
    hedge: isOwn ? (asked.answer?.hedge ?? null) : null,
  }
}

const isUnbroken = (turns: readonly Turn[], since: readonly number[], at: number) =>
  !turns.slice((since.at(-1) ?? 0) + 1, at).some(isBreak)

function nextVoiceRepeats(turns: readonly Turn[], at: number): boolean {
  const after = turns.slice(at + 1, at + 5)
  const answer = after.findIndex((turn) => turn.role === 'juror')
  return answer > 0 && after[answer]?.speaker === turns[at]?.speaker && after.slice(0, answer).some(isCourt)
}

export const hasCueTimes = (transcript: Pick<Transcript, 'format' | 'source'>) =>
  transcript.source === 'captions' ||
  transcript.format === 'srt' ||
  transcript.format === 'vtt' ||
  transcript.format === 'csv'

/** A longer gap is treated as a break that wasn't noted, not as a wait for an answer. */
const longestWaitMs = 60_000

/**
 * Speech this close to the question or answer may be the rest of a word. Speech no longer than `unwrittenSpeechMs` may
 * be a cough.
 */
const nearWordMs = 300
const unwrittenSpeechMs = 400

/** Returns true if someone spoke during the gap but the transcript doesn't include what they said. */
function hasUnwrittenSpeech(speech: readonly Span[], startMs: number, endMs: number): boolean {
  const [from, to] = [startMs + nearWordMs, endMs - nearWordMs]
  const heardMs = speech
    .map((span) => Math.min(span.endMs, to) - Math.max(span.startMs, from))
    .reduce((sum, ms) => sum + Math.max(0, ms), 0)
  return heardMs > unwrittenSpeechMs
}

function measureLatency(
  turns: readonly Turn[],
  question: readonly number[],
  answer: number,
  { cueTimes, speech = [] }: Heard,
): number | null {
  const asked = turns[question.at(-1) ?? -1]
  const answered = turns[answer]
  if (!asked || !answered || asked.index !== answered.index - 1 || isCutOff.test(asked.text)) return null
  const [lastWord, firstWord] = [asked.words.at(-1), answered.words[0]]
  const end = isMeasured(lastWord) ? lastWord.endMs : cueTimes ? asked.endMs : null
  const start = isMeasured(firstWord) ? firstWord.startMs : cueTimes ? answered.startMs : null
  if (end === null || start === null) return null
  if (start < end || start - end > longestWaitMs || hasUnwrittenSpeech(speech, end, start)) return null
  return start - end
}
const isMeasured = (word: Turn['words'][number] | undefined): word is Turn['words'][number] =>
  word !== undefined && !word.estimated
const isCutOff = /(?:--|—|–|…|\.\.\.)\s*$/
