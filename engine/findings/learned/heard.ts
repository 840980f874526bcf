import type { Turn } from '#contract/videos/transcript.ts'
import type { Answer } from '../language/utterance.ts'
import type { Question } from '../language/question.ts'
import type { Reading } from '../reading.ts'
import type { Sub } from '../taxonomy.ts'
import type { Verdict } from '../verdict.ts'

export type Memory = {
  isConcerned: boolean
  disclosed: Sub | null
  undertook: boolean
  hardship: Sub | null
  concern: Sub | null
  lastAnswer: 'hardship' | 'bias' | null
}

/** One answer with what the rules make of it. */
export type Heard = {
  turn: Turn
  voice: string
  block: number
  question: Question
  answer: Answer
  reading: Reading | null
  judged: readonly Verdict[]
  memory: Readonly<Memory>
  hardshipsInARow: number
}

/** Indexes of other answers in the same block of questions. */
export type Around = {
  /** Answers by the same juror, latest first. */
  earlier: readonly number[]
  previous: number | null
  next: number | null
  nextOwn: number | null
  asked: readonly string[]
}

const questionsKept = 3

export function findAround(heard: readonly Heard[]): Around[] {
  const nextOwn = findNextOwn(heard)
  let own = new Map<string, number[]>()
  let asked: string[] = []
  return heard.map(({ block, voice, question }, at) => {
    const isStart = heard[at - 1]?.block !== block
    if (isStart) [own, asked] = [new Map(), []]
    const earlier = own.get(voice) ?? []
    own.set(voice, [at, ...earlier])
    const around = {
      earlier,
      previous: isStart ? null : at - 1,
      next: heard[at + 1]?.block === block ? at + 1 : null,
      nextOwn: nextOwn[at] ?? null,
      asked: asked.slice(-questionsKept),
    }
    if (asked.at(-1) !== question.folded) asked.push(question.folded)
    return around
  })
}

function findNextOwn(heard: readonly Heard[]): (number | null)[] {
  const later = new Map<string, number>()
  return heard
    .map((_, at) => heard.length - 1 - at)
    .map((at) => {
      const { block, voice } = heard[at]!
      const key = `${block} ${voice}`
      const next = later.get(key) ?? null
      later.set(key, at)
      return next
    })
    .toReversed()
}
