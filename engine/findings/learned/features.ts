import { findFrames, toTokens } from '../classifier/features.ts'
import { commits } from '../classifier/prior.ts'
import { matchRules } from '../classifier/rules.ts'
import { getConcepts, toStem } from '../language/concepts.ts'
import { asksAboutTrouble, asksForHardship, isPlainAdmission, keepsToLaw, mentionsCase } from '../readers/stories.ts'
import { taxonomy } from '../taxonomy.ts'
import { findAround, type Around, type Heard } from './heard.ts'

/** `own` reads the answer and its question. `around` reads everything but the answer. `all` also reads the rules. */
export const views = ['all', 'own', 'around'] as const
export type View = (typeof views)[number]

export const parts = ['answer', 'question', 'before', 'after', 'memory', 'rules'] as const
export type Part = (typeof parts)[number]
const partsOfView: Record<View, readonly Part[]> = {
  all: ['answer', 'question', 'before', 'after', 'memory', 'rules'],
  own: ['answer', 'question'],
  around: ['question', 'before', 'after', 'memory'],
}
export const isSeenBy = (view: View, part: Part): boolean => partsOfView[view].includes(part)

export type Features = ReadonlyMap<string, Part>

class Collector {
  readonly features = new Map<string, Part>()
  private readonly part: Part
  constructor(part: Part, known?: Map<string, Part>) {
    this.part = part
    if (known) this.features = known
  }
  as = (part: Part): Collector => new Collector(part, this.features)
  add(...names: readonly string[]): void {
    for (const name of names) if (!this.features.has(name)) this.features.set(name, this.part)
  }
  addAll(prefix: string, names: Iterable<string>): void {
    for (const name of names) this.add(`${prefix}:${name}`)
  }
  addIf(flags: Record<string, boolean>): void {
    for (const [name, isSet] of Object.entries(flags)) if (isSet) this.add(name)
  }
}

type Words = { tokens: string[]; stems: string[]; meanings: string[]; known: (readonly string[])[] }

type Reader = (folded: string, from: number, to?: number) => Words

/** Questions are read again for each answer near them, so texts and words are only read once. */
function createReader(): Reader {
  const texts = new Map<string, readonly string[]>()
  const known = new Map<string, { stem: string; concepts: readonly string[] }>()
  const read = (token: string) => {
    const found = known.get(token) ?? { stem: toStem(token), concepts: getConcepts(token) }
    known.set(token, found)
    return found
  }
  return (folded, from, to) => {
    const all = texts.get(folded) ?? toTokens(folded)
    texts.set(folded, all)
    const tokens = all.slice(from, to)
    const words = tokens.map(read)
    return {
      tokens,
      stems: words.map(({ stem }) => stem),
      meanings: words.map(({ stem, concepts }) => concepts[0] ?? stem),
      known: words.map(({ concepts }) => concepts),
    }
  }
}

const little = new Set(
  'a an the of to and in on at is was be it that this i you he she they we my your with for as or so but are am were have has had do does did not would will can could'.split(
    ' ',
  ),
)
const content = (stems: readonly string[]): string[] => stems.filter((stem) => !little.has(stem))
const denials = new Set(['not', 'no', 'never', 'nobody', 'none', 'nothing', 'without', 'hardly', 'neither', 'nor'])
const firstPerson = /^(?:i|me|my|we|our|us|mine|myself)$/

export function listFeatures(heard: readonly Heard[]): Features[] {
  const around = findAround(heard)
  const readWords = createReader()
  return heard.map((each, at) => readFeatures(each, around[at]!, heard, readWords))
}

function readFeatures(heard: Heard, around: Around, all: readonly Heard[], readWords: Reader): Features {
  const to = new Collector('answer')
  const own = readWords(heard.answer.text, 0)
  addAnswer(to, heard, own)
  addQuestion(to.as('question'), heard, own, readWords)
  addBefore(
    to.as('before'),
    heard,
    around.earlier.map((at) => all[at]!),
    around.asked,
    readWords,
  )
  addAfter(to.as('after'), heard, all[around.next ?? -1], readWords)
  addMemory(to.as('memory'), heard)
  addRules(to.as('rules'), heard)
  return to.features
}

function addAnswer(to: Collector, { question, answer }: Heard, { tokens, stems, meanings, known }: Words): void {
  to.addAll('w', stems)
  to.addAll('w', tokens)
  to.addAll('c', known.flat())
  for (const [at, stem] of stems.entries()) {
    const [meaning = stem, second, third] = meanings.slice(at, at + 3)
    if (second !== undefined) to.add(`b:${stem} ${stems[at + 1]}`, `m2:${meaning} ${second}`)
    if (third !== undefined)
      to.add(`t:${stems.slice(at, at + 3).join(' ')}`, `m3:${meaning} ${second} ${third}`, `s:${meaning} * ${third}`)
    if (denials.has(stem)) to.addAll('not', meanings.slice(at + 1, at + 7))
    if (stem === 'i' || stem === 'my' || stem === 'me') to.addAll('i', meanings.slice(at + 1, at + 4))
    addCharacters(to, stem)
  }
  to.add(`^:${stems[0]}`, `^2:${stems.slice(0, 2).join(' ')}`, `$:${stems.at(-1)}`)
  to.addAll('f', findFrames(answer.text))
  const topic = question.topic ?? 'none'
  to.add(`qt1:${topic} ${stems[0]}`)
  to.addAll(`tc:${topic}`, known.flat())
}

function addCharacters(to: Collector, stem: string): void {
  const word = `^${stem}$`
  if (stem.length >= 5) for (let at = 0; at + 4 <= word.length; at += 1) to.add(`ch:${word.slice(at, at + 4)}`)
}

const lengths = [1, 2, 4, 8, 14, 25, 45]
const askingWords = -25
const shortAnswer = 6

function addQuestion(to: Collector, { question, answer }: Heard, { tokens, stems }: Words, readWords: Reader): void {
  const topic = question.topic ?? 'none'
  const said = answer.polarity ?? '-'
  const form = `${said} ${answer.hedge ?? '-'}`
  const asked = readWords(question.text, askingWords)
  to.add('bias', `n:${lengths.find((most) => tokens.length <= most) ?? 99}`)
  to.addAll('q', asked.stems)
  for (const [at, stem] of asked.stems.slice(0, -1).entries()) to.add(`q2:${stem} ${asked.stems[at + 1]}`)
  to.addAll(`qp:${said}`, content(asked.stems))
  if (tokens.length <= shortAnswer) to.addAll('qs', content(asked.stems))
  to.addAll('qc', asked.known.flat())
  to.addAll(`qcp:${said}`, asked.known.flat())
  to.addAll('qq', readWords(question.folded, -80).stems)
  to.add(`qt:${topic}`, `qf:${topic} ${form}`, `af:${form}`, `commits:${commits(question, answer) ?? '-'}`)
  if (question.about) to.add(`qa:${question.about}`)
  if (question.inability) to.add(`inability:${question.inability} ${said}`)
  if (question.polar) to.add(`polar:${said}`)
  to.addIf({
    impersonal: !stems.some((stem) => firstPerson.test(stem)),
    asks: answer.text.endsWith('?'),
    digit: /\d|\$/.test(answer.text),
    'asked:negative': question.negative,
    'asked:aside': question.afterConcern,
    'asked:past': question.asksOfPast,
    'asked:hardship': question.asksForHardship,
    'asked:who': question.asksWhoAgrees,
    'asked:restates': question.restates,
    'asked:trouble': asksAboutTrouble(question),
    'asked:serving': asksForHardship(question),
    plain: isPlainAdmission(answer.text),
    case: mentionsCase(answer.text),
    law: keepsToLaw(answer.text),
  })
}

const answersKept = 4
const answerWords = 40

function addBefore(
  to: Collector,
  { question }: Heard,
  earlier: readonly Heard[],
  asked: readonly string[],
  readWords: Reader,
): void {
  const last = earlier[0]
  if (last) {
    const said = readWords(last.answer.text, -answerWords)
    to.addAll('p', said.stems)
    to.addAll('pc', said.known.flat())
    to.add(`pt:${last.question.topic ?? 'none'} ${question.topic ?? 'none'}`)
    to.addAll('pq', content(readWords(last.question.text, askingWords).stems))
  } else to.add('first')
  for (const { answer } of earlier.slice(0, answersKept))
    to.addAll('h', content(readWords(answer.text, -answerWords).stems))
  for (const text of asked) to.addAll('rq', content(readWords(text, -answerWords).stems))
}

function addAfter(to: Collector, { voice, question }: Heard, following: Heard | undefined, readWords: Reader): void {
  if (!following) {
    to.add('next:end')
    return
  }
  const isSame = following.voice === voice
  const asked = readWords(following.question.folded, 0, answerWords)
  const key = isSame ? 'nq' : 'no'
  to.add(`next:${isSame}`)
  to.addAll(key, asked.stems)
  for (const [at, stem] of asked.stems.slice(0, -1).entries()) to.add(`${key}2:${stem} ${asked.stems[at + 1]}`)
  if (!isSame) return
  const topic = following.question.topic ?? 'none'
  to.add(`nt:${topic}`, `ntt:${question.topic ?? 'none'} ${topic}`)
  to.addIf({ 'next:aside': following.question.afterConcern, 'next:inability': following.question.inability !== null })
  to.addAll('nc', asked.known.flat())
  to.addAll('na', content(readWords(following.answer.text, 0, answerWords).stems))
}

function addMemory(to: Collector, { memory, question, answer, hardshipsInARow }: Heard): void {
  const topic = question.topic ?? 'none'
  to.addIf({
    'mem:concern': memory.isConcerned,
    'mem:hardship': memory.hardship !== null,
    'mem:disclosed': memory.disclosed !== null,
    'mem:undertook': memory.undertook,
  })
  if (memory.lastAnswer) to.add(`mem:last ${memory.lastAnswer}`)
  const state = `${memory.isConcerned ? 'c' : '-'}${memory.hardship ? 'h' : '-'}`
  to.add(`recalled:${memory.lastAnswer ?? '-'} ${topic}`, `recalled2:${state} ${topic} ${answer.polarity ?? '-'}`)
  if (memory.hardship) to.add(`mems:${memory.hardship}`)
  if (memory.concern) to.add(`concern:${memory.concern}`)
  if (memory.disclosed) to.add(`disclosed:${memory.disclosed}`)
  to.add(`row:${Math.min(4, hardshipsInARow)}`)
}

function addRules(to: Collector, { answer, question, reading, judged }: Heard): void {
  for (const { rule } of matchRules(answer.text)) {
    const { label } = taxonomy[rule.sub]
    to.add(`r:${rule.sub}`, `rr:${rule.id}`, `rl:${label}`, `rlt:${label} ${question.topic ?? 'none'}`)
  }
  for (const { label, sub, rules, confidence } of judged) {
    to.add(`v:${label}`, `vs:${sub}`, `vc:${label} ${Math.floor(confidence * 5)}`)
    to.addAll(`vr:${label}`, rules)
  }
  if (judged.length === 0) to.add('v:none')
  if (!reading) {
    to.add('empty')
    return
  }
  const { silent, noHardship, noBias, noDisclosure } = reading.gates
  to.addIf({ 'g:silent': silent, 'g:noHardship': noHardship, 'g:noBias': noBias, 'g:noDisclosure': noDisclosure })
}
