/** Pairs every answer with all of its question: the unit in which "Yes" has a meaning. */
import { courtRoles, type Transcript, type Turn } from '#contract/videos/transcript.ts'
import type { Exchange } from '#contract/findings/findings.ts'
import { readAnswer } from './answer.ts'
import { measureLatency } from './latency.ts'
import { foldText, wordsOf } from './sentences.ts'

const isCourt = (turn: Turn) => courtRoles.includes(turn.role)
/** "(Pause.)" between question and answer is part of the wait, and the question still asked. */
const onlyPauses = /^\W*(?:(?:a|brief|long|short|slight|momentary|juror|prospective) )*paus(?:e|es|ed|ing)\W*$/i
/** A note after which nothing that was asked before it is still asked. */
export const isBreak = (turn: Turn) =>
  turn.role === 'note' &&
  !onlyPauses.test(turn.text) &&
  /side ?bar|present|recess|adjourn|open court|conferred|off the record|bench|pause|exit|enter|record read|luncheon|discussion/i.test(
    turn.text,
  )
const isSilentAnswer = (turn: Turn) =>
  turn.role === 'note' &&
  /no (?:audible |verbal )?(?:response|answer|hands)|(?:negative|affirmative) response|hands? (?:raised|up|shown)|nods?|shakes? head|indicat/i.test(
    turn.text,
  )
/** Several people answering at once: "THE JURORS", "VENIREPERSONS". Nobody's own words. */
export const isGroup = (turn: Turn) =>
  turn.role === 'juror' &&
  turn.jurorNumber === null &&
  /\b(?:jurors|venire ?(?:persons|members|men)?|panel|panelists|all|several|multiple|unidentified (?:speakers|jurors)|in unison|collectively)\b/i.test(
    turn.speaker ?? '',
  )

const backchannel =
  /^(?:okay|ok|all right|alright|right|all righty|i see|uh-huh|mm-hmm|mhm|sure|yeah|yes|go ahead|got it|understood|very good|i understand|thank you|great|good|please|hmm)(?:[ ,.]+(?:okay|sir|ma'am|right|i see|go ahead|then|so))*[.,!-]*$/
const asksSomething = (turn: Turn) =>
  turn.text.includes('?') ||
  wordsOf(foldText(turn.text)).length > 4 ||
  /\b(?:tell|explain|number|name|go ahead|yes)\b/i.test(turn.text)
const joinedText = (turns: readonly Turn[], indexes: readonly number[]) =>
  indexes.map((at) => turns[at]?.text ?? '').join(' ')

/** All turns of the question that ends just before `end`: back to the last break, and to the last asker who asked something. */
function questionBefore(turns: readonly Turn[], end: number, floor: number): number[] {
  const asked: number[] = []
  let asker: string | null = null
  for (let at = end - 1; at >= floor; at -= 1) {
    const turn = turns[at]
    if (!turn || isBreak(turn) || turn.role === 'juror') break
    if (!isCourt(turn)) continue
    // Another speaker's words belong to the question only while nobody has asked anything yet.
    if (asker !== null && turn.speaker !== asker && asked.some((index) => asksSomething(turns[index] ?? turn))) break
    asker = turn.speaker
    asked.unshift(at)
  }
  return asked
}

/**
 * Exchanges of a transcript in order of time. Turns are read by their index in the array, which equals `Turn.index`.
 * `cueTimes` says that turn times come from cues of the recording (captions, subtitles) even where word times are estimated.
 */
export function findExchanges(turns: readonly Turn[], options: { cueTimes: boolean }): Exchange[] {
  const exchanges: Exchange[] = []
  let floor = 0
  /** A question whose first answer was "Could you repeat that?": the answer to come belongs to it. */
  let pending: { speaker: string | null; question: number[] } | null = null
  for (let at = 0; at < turns.length; at += 1) {
    const turn = turns[at]
    if (!turn || !(turn.role === 'juror' || isSilentAnswer(turn) || turn.role === 'interpreter')) continue
    const own = questionBefore(turns, at, floor)
    const last = exchanges.at(-1)
    if (turn.role === 'interpreter') {
      const juror = turns.slice(at + 1, at + 3).find((next) => next.role === 'juror')
      // The interpreter renders the question to the juror who answers next: part of the wait, not an answer.
      if (juror || own.length === 0) continue
    }
    const sameVoice =
      last !== undefined &&
      turn.role === 'juror' &&
      last.speaker === turn.speaker &&
      last.jurorNumber === turn.jurorNumber
    const unbroken =
      last !== undefined &&
      !turns.slice((last.answerTurns.at(-1) ?? last.questionTurns.at(-1) ?? 0) + 1, at).some(isBreak)
    const nodded = own.every((index) => backchannel.test(foldText(turns[index]?.text ?? '').trim()))
    const answeredOpenly = last !== undefined && wordsOf(foldText(joinedText(turns, last.answerTurns))).length > 6
    if (last && sameVoice && unbroken && (own.length === 0 || (nodded && answeredOpenly))) {
      // "Okay." from the bench in the middle of a story does not ask anew.
      last.answerTurns.push(at)
      floor = at + 1
      continue
    }
    const question: number[] =
      pending && pending.speaker === turn.speaker && unbrokenSince(turns, pending.question, at)
        ? [...pending.question, ...own]
        : own
    pending = null
    const questionText = joinedText(turns, question)
    if (
      turn.role === 'juror' &&
      question.length > 0 &&
      readAnswer(turn.text, questionText).clarifies &&
      nextVoiceRepeats(turns, at)
    ) {
      pending = { speaker: turn.speaker, question }
      floor = at + 1
      continue
    }
    const askerTurn = turns[question.findLast((index) => turns[index]?.text.includes('?')) ?? question.at(-1) ?? -1]
    exchanges.push({
      index: exchanges.length,
      questionTurns: question,
      answerTurns: [at],
      askerRole: askerTurn?.role ?? 'unknown',
      speaker: turn.role === 'note' ? null : turn.speaker,
      jurorNumber: turn.role === 'juror' ? turn.jurorNumber : null,
      latencyMs:
        turn.role === 'juror' && !isGroup(turn)
          ? measureLatency(turns, question, at, questionText, options.cueTimes)
          : null,
      hedge: turn.role === 'juror' && !isGroup(turn) ? readAnswer(turn.text, questionText).hedge : null,
    })
    floor = at + 1
  }
  return exchanges
}

const unbrokenSince = (turns: readonly Turn[], question: readonly number[], at: number) =>
  !turns.slice((question.at(-1) ?? 0) + 1, at).some(isBreak)

/** True where the bench speaks next and the same juror after it: only then is a request to repeat followed by an answer. */
function nextVoiceRepeats(turns: readonly Turn[], at: number): boolean {
  const after = turns.slice(at + 1, at + 5)
  const answer = after.findIndex((turn) => turn.role === 'juror')
  return answer > 0 && after[answer]?.speaker === turns[at]?.speaker && after.slice(0, answer).some(isCourt)
}

/** True where the turn times of this transcript were measured cue by cue. */
export const hasCueTimes = (transcript: Pick<Transcript, 'format' | 'source'>) =>
  transcript.source === 'captions' ||
  transcript.format === 'srt' ||
  transcript.format === 'vtt' ||
  transcript.format === 'csv'
